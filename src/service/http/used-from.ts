import ipaddr from 'ipaddr.js';

/**
 * The origin of a request for its account, such as `feedctl 0.1.0 from 192.0.2.x`: enough to
 * recognise a program and an unknown network, but not to track a person. @param address of the
 * client; "" within this process
 */
export function usedFrom(userAgent = '', address = ''): string {
  return `${programOf(userAgent)} ${clientPlace(address)}`;
}

/**
 * The first product of a User-Agent (RFC 9110, section 10.1.5); all browsers claim to be Mozilla.
 */
function programOf(userAgent: string): string {
  const [, name, version] = /^([\w.+-]{1,30})(?:\/([\w.+-]{1,20}))?/.exec(userAgent) ?? [];
  if (name === undefined) return 'a program';
  if (name === 'Mozilla') return 'a browser';
  return version === undefined ? name : `${name} ${version}`;
}

/** The network of an address: 256 addresses of IPv4, a /48 of IPv6. */
function clientPlace(text: string): string {
  if (text === '') return 'on this machine';
  if (!ipaddr.isValid(text)) return 'from an unknown address';
  const address = ipaddr.process(text);
  if (address.range() === 'loopback') return 'on this machine';
  if (address instanceof ipaddr.IPv4) return `from ${address.octets.slice(0, 3).join('.')}.x`;
  const site = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/48`);
  return `from ${site.toString()}/48`;
}
