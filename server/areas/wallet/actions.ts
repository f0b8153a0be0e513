/** The door of the wallet area: transfers, balances, history and the rates that they convert at. */
export { balanceOfWallet, fundingOverview, walletBalances, type DayResult, type ResultParts } from './balances.ts'
export { history, historyWithSums } from './history.ts'
export { inPesos, rateAt, rateSince } from './rates.ts'
export { openTransfers, type Transfers } from './transfers.ts'
export { evidence } from './evidence.ts'
