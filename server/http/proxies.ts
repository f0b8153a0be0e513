import proxyAddress from '@fastify/proxy-addr'

/** Whether an address is that of a proxy whose word about the caller is taken (setting TRUST_PROXY). */
export function openIsProxy(trustProxy: string | undefined): (address: string) => boolean {
  if (trustProxy === undefined) return () => false
  const isTrusted = proxyAddress.compile(trustProxy.split(',').map((address) => address.trim()))
  return (address) => isTrusted(address, 0)
}
