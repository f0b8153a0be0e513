import type { Area } from '#area.ts'
import { handlers } from './handlers.ts'

export const area = {
  name: 'portfolio',
  handlers: ({ source, engine, traditional }) => ({
    portfolio: handlers({
      bars: source.bars,
      describe: engine.dependencies.describe,
      isFund: (key, now) => source.catalogue.listing(key, now)?.origin.kind === 'fund',
      traditional,
    }),
  }),
} satisfies Area
