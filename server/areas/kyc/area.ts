import type { Area } from '#area.ts'
import { personOf } from '#areas/account/person.ts'
import { verificationStateFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'kyc',
  handlers: ({ verifications }) => ({ kyc: handlers({ verifications, userOf: personOf }) }),
  jobs: ({ store, verifications }) => jobs({ db: store.db, verifications }),
  frames: ({ store }) => ({ standing: (userId) => verificationStateFrames(store.db, userId) }),
  ownData,
} satisfies Area
