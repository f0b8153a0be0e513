import type { User } from '@mex/contract/account/shapes.ts'

import type { Text } from '#text/use-text.ts'

/** The name by which a user is shown. The user name that a guest was given says nothing to the person. */
export const displayName = (t: Text, { nickName, isGuest, id, username }: User): string =>
  nickName ?? (isGuest ? `${t('profile.guest')} ${id}` : username)
