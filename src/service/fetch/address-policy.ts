import ipaddr from 'ipaddr.js';

/** The reason to block an IP address, as a noun phrase; null when it is allowed. */
export type AddressPolicy = (address: string) => string | null;

/**
 * Addresses of cloud metadata services, which return credentials. Some are in ranges that an
 * operator can allow (100.64/10, fc00::/7) and one is plain unicast (Azure's 168.63.129.16), so
 * they are listed here and always blocked. Those in 169.254/16 are blocked with link-local.
 */
const METADATA_ADDRESSES = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

/** Ranges that `allowPrivateNetworks` allows, by their names in ipaddr.js. */
const PRIVATE_RANGES = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

const RANGE_NAMES: Readonly<Record<string, string>> = {
  private: 'a private address',
  loopback: 'a loopback address',
  uniqueLocal: 'a private address',
  carrierGradeNat: 'a private address',
  linkLocal: 'a link-local address',
  unspecified: 'the unspecified address',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
};

/** RFC 4291: all global unicast addresses in use start with the bits 001. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The policy for every outgoing connection of the service. */
export function addressPolicy(options: { allowPrivateNetworks: boolean }): AddressPolicy {
  return (address) => {
    const ip = embeddedAddress(address);
    if (ip === null) return 'not an IP address';
    if (METADATA_ADDRESSES.has(ip.toNormalizedString())) return 'a cloud metadata address';
    const range: string = ip.range();
    if (range === 'unicast') return isRouted(ip) ? null : 'a reserved address';
    if (options.allowPrivateNetworks && PRIVATE_RANGES.has(range)) return null;
    return RANGE_NAMES[range] ?? 'a reserved address';
  };
}

/** ipaddr.js also calls `::7f00:1` (an IPv4-compatible loopback) and `4000::1` unicast. */
function isRouted(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_UNICAST);
}

/** The address a packet finally reaches: transition forms are unwrapped to IPv4. */
function embeddedAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return null;
  const ip = ipaddr.parse(bare);
  if (!(ip instanceof ipaddr.IPv6)) return ip;
  const bytes = ip.toByteArray();
  switch (ip.range() as string) {
    case 'ipv4Mapped':
    case 'rfc6145':
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    case 'teredo':
      // RFC 4380: the address of the client with all bits inverted.
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));
    default:
      return ip;
  }
}
