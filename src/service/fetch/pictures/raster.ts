/** Media types of pictures that browsers show without running or loading anything. */
type RasterType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon';

/**
 * Maximum number of pixels: a small file can claim a huge picture, which would fill the memory of a
 * browser.
 */
const MAX_PIXELS = 16_000_000;

interface Size {
  width: number;
  height: number;
}

/**
 * The media type of a picture by its first bytes, whatever its source declares. Null for anything
 * else, including SVG, and for too many pixels.
 */
export function rasterType(body: Buffer): RasterType | null {
  const type = typeOf(body);
  if (type === null) return null;
  const size = rasterSize(body, type);
  if (type !== 'image/x-icon' && size === null) return null;
  return size === null || size.width * size.height <= MAX_PIXELS ? type : null;
}

function typeOf(body: Buffer): RasterType | null {
  const begins = (bytes: string) =>
    body.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1'));
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins('\xff\xd8\xff')) return 'image/jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif';
  if (begins('RIFF') && body.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return begins('\0\0\x01\0') ? 'image/x-icon' : null;
}

/** Width and height in pixels; null when the header is cut off. */
function rasterSize(body: Buffer, type: RasterType): Size | null {
  try {
    switch (type) {
      case 'image/png':
        return { width: body.readUInt32BE(16), height: body.readUInt32BE(20) };
      case 'image/gif':
        return { width: body.readUInt16LE(6), height: body.readUInt16LE(8) };
      case 'image/webp':
        return webpSize(body);
      case 'image/jpeg':
        return jpegSize(body);
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(body: Buffer): Size | null {
  switch (body.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: body.readUIntLE(24, 3) + 1, height: body.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = body.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: body.readUInt16LE(26) & 0x3fff, height: body.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

/** ITU T.81, B.1: segments with a marker and a length, until the frame header. */
function jpegSize(body: Buffer): Size | null {
  let at = 2;
  while (at < body.length) {
    if (body[at] !== 0xff) return null;
    const marker = body.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: body.readUInt16BE(at + 5), width: body.readUInt16BE(at + 7) };
    at += 2 + body.readUInt16BE(at + 2);
  }
  return null;
}
