import { openMarketSource, type Feed } from '@mex/server/feeds/feed.ts'
