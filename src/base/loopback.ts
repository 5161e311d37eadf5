/**
 * True for a host that is this machine for certain: `localhost`, 127.0.0.0/8, ::1, and 127.0.0.0/8
 * written as IPv6 (`::ffff:7f00:1`). Secrets and events go to these without encryption.
 *
 * @param hostname as the WHATWG URL parser writes it, which turns 2130706433, 0x7f.1 and the like
 * into dotted form; an IPv6 address with or without brackets
 */
export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    address === 'localhost' ||
    address === '::1' ||
    /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address) ||
    /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(address)
  );
}

/**
 * True for the same hosts and for `*.localhost`, which RFC 6761 section 6.3 reserves for this
 * machine. Browsers follow it; a resolver may ask the network, so no secret relies on it.
 */
export function isLocalName(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}
