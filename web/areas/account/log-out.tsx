import { account } from '@mex/contract/account/calls.ts'
import { LogOut as Door } from 'lucide-react'
import { useState } from 'react'

import { useSend } from '#data/call.ts'
import { signOut, useSession, whileEndingSession } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Ends the session here and on the server. Warns a guest first, who cannot sign in to the account again. */
export function LogOut() {
  const t = useText()
  const navigation = useNavigation()
  const isGuest = useSession()?.user?.isGuest === true
  const [asks, setAsks] = useState(false)
  const logout = useSend(account.logout, { showsRefusals: true })
  const leave = async () => {
    // This browser deletes the session whatever the server answers.
    await whileEndingSession(() => logout.send({}))
    setAsks(false)
    signOut()
    navigation.to('login')
  }
  return (
    <>
      <Button
        text={t('profile.logOut')}
        kind="secondary"
        size="large"
        wide
        icon={<Door aria-hidden="true" size={18} />}
        onPress={() => setAsks(true)}
      />
      <ConfirmDialog
        open={asks}
        title={isGuest ? t('profile.leaveGuestTitle') : t('profile.logOutTitle')}
        text={isGuest ? t('profile.leaveGuestText') : t('profile.logOutText')}
        confirm={isGuest ? t('profile.leaveGuest') : t('profile.logOut')}
        kind={isGuest ? 'danger' : 'primary'}
        busy={logout.isBusy}
        onConfirm={() => void leave()}
        onClose={() => setAsks(false)}
      />
    </>
  )
}
