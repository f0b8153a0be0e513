/** 'sim1qqqq…7k2mab': both ends of an address or a hash, which people compare. */
export const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`
