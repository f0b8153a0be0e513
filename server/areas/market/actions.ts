export { openMarketDesk, type MarketDesk, type MarketParts } from './desk.ts'
export { openMarketNews, type MarketNews } from './news.ts'
