import proxyAddress from '@fastify/proxy-addr'

/** Tells whether an address belongs to a trusted proxy (setting TRUST_PROXY). */
export function openIsProxy(trustProxy: string | undefined): (address: string) => boolean {
  if (trustProxy === undefined) return () => false
  const isTrusted = proxyAddress.compile(trustProxy.split(',').map((address) => address.trim()))
  return (address) => isTrusted(address, 0)
}
