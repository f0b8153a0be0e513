import type { User } from '@mex/contract/account/shapes.ts'
import { present } from '@mex/core/assert.ts'

import type { Tx } from '#db/sql.ts'
import { userById } from './store.ts'
import { userView } from './views.ts'

/** The view of an existing user. */
export const personOf = async (tx: Tx, id: number): Promise<User> =>
  userView(present(await userById(tx, id), 'the person'))
