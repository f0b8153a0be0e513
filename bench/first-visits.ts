/** The pages that people open first. */
export const firstPages = [
  { name: 'Home', path: '/#/' },
  { name: 'Markets', path: '/#/pages/market/index' },
  { name: 'Watchlists', path: '/#/pages/watchlist/index' },
  { name: 'Trade', path: '/#/pages/trade/index' },
  { name: 'Account', path: '/#/pages/profile/index' },
  { name: 'a quote', path: '/#/pages/quote/stock?code=AAPL&source=0&market=US' },
  { name: 'the form of an order', path: '/#/pages/payment/stock?code=AAPL&source=0&market=US' },
] as const

/** Runs in a page of the server that loads none of the app: signs in a new guest. */
export const signInAsGuest = `(async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const { data: { token, ...user } } = await (await fetch('/guest', { method: 'POST', headers, body: '{}' })).json()
  localStorage.setItem('mex.token', token)
  localStorage.setItem('mex.user', JSON.stringify(user))
})()`
