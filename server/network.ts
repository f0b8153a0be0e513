import ipaddr from 'ipaddr.js'

/** The smallest IPv6 network that providers assign (RFC 6177); its owner chooses addresses inside it freely. */
const ipv6PrefixBits = 64

/** Some proxies forward the address with its port: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/

/**
 * The network of an address, for rate limits, locks, quotas and the log: an IPv4 address itself, the /64 of an IPv6
 * address. All invalid addresses count as one network, so that invented ones gain nothing.
 */
export function networkOfAddress(address: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address
  const [, six, four] = withPort.exec(address) ?? []
  const plain = (six ?? four ?? address).replace(/%.*$/, '')
  if (!ipaddr.isValid(plain)) return 'unreadable'
  const parsed = ipaddr.process(plain)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${ipv6PrefixBits}`).toString()}/${ipv6PrefixBits}`
}
