import ipaddr from 'ipaddr.js'

/** What a provider gives to one household or one server at least (RFC 6177): inside it everybody picks addresses freely. */
const ipv6PrefixBits = 64

/** Some proxies add the port to the address that they pass on: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/

/**
 * The network that an address is counted by, in limits, locks, quotas and the log: an IPv4 address by itself, an IPv6
 * address by its /64. What is no address counts as one network, so that nobody gains by making addresses up.
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
