/** The header of a PNG of this size, in pixels. */
export function png(width: number, height: number): Buffer {
  const body = Buffer.alloc(33);
  body.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  body.writeUInt32BE(width, 16);
  body.writeUInt32BE(height, 20);
  return body;
}

export function gif(width: number, height: number): Buffer {
  const body = Buffer.alloc(13);
  body.write('GIF89a', 'latin1');
  body.writeUInt16LE(width, 6);
  body.writeUInt16LE(height, 8);
  return body;
}

/** With a comment before the frame header. */
export function jpeg(width: number, height: number): Buffer {
  const body = Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xfe, 0, 4, 65, 65],
    ...[0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 0, 0, 0],
  ]);
  body.writeUInt16BE(height, 13);
  body.writeUInt16BE(width, 15);
  return body;
}

export function webp(width: number, height: number): Buffer {
  const body = Buffer.alloc(30);
  body.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
  body.writeUIntLE(width - 1, 24, 3);
  body.writeUIntLE(height - 1, 27, 3);
  return body;
}
