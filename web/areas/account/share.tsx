import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'

import { locationOf } from '#data/links.ts'
import { useProduct } from '#data/product.ts'
import { drawShareCard } from './share-card.ts'
import { useCurrentUser } from './use-current-user.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Grid, Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './share.module.css'

const linkOf = (code: string): string => `${location.origin}/#${locationOf('register', { invite: code })}`

export function Share() {
  const t = useText()
  const code = useCurrentUser()?.invitationCode
  return (
    <Screen title={t('titles.invite')} waiting={code === undefined}>
      <Typography as="p" size={13} tone="second">
        {t('security.shareText')}
      </Typography>
      {code === undefined ? <SkeletonCard height={480} /> : <Invitation code={code} />}
    </Screen>
  )
}

type Picture = { readonly blob: Blob; readonly url: string } | 'failed' | undefined

/** The share picture, redrawn when one of its texts changes. */
function usePicture(code: string, link: string): Picture {
  const t = useText()
  const { title } = useProduct()
  const [picture, setPicture] = useState<Picture>()
  const [practice, line, codeLabel] = [t('shell.practice'), t('security.cardTitle'), t('security.cardCode')]
  useEffect(() => {
    let url: string | undefined
    let isWanted = true
    drawShareCard({ title, practice, line, codeLabel, code, link }).then(
      (blob) => {
        if (!isWanted) return
        url = URL.createObjectURL(blob)
        setPicture({ blob, url })
      },
      () => isWanted && setPicture('failed'),
    )
    return () => {
      isWanted = false
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [title, practice, line, codeLabel, code, link])
  return picture
}

function Invitation({ code }: { code: string }) {
  const t = useText()
  const link = linkOf(code)
  const picture = usePicture(code, link)
  return (
    <Stack gap={16}>
      {picture === 'failed' ? (
        <ErrorState title={t('security.cardFailed')} text={link} />
      ) : picture === undefined ? (
        <SkeletonCard height={427} />
      ) : (
        <img
          className={styles['card']}
          src={picture.url}
          width={720}
          height={960}
          alt={t('security.cardAlt', { code })}
        />
      )}
      <Card>
        <Stack gap={12}>
          <KeyValues
            rows={[
              { label: t('security.code'), value: code, strong: true },
              { label: t('security.link'), value: link },
            ]}
          />
          <Grid columns={2}>
            <CopyButton text={t('security.copyLink')} value={link} />
            <CopyButton text={t('security.copyCode')} value={code} />
          </Grid>
        </Stack>
      </Card>
      <ShareButtons link={link} picture={picture === 'failed' ? undefined : picture} />
    </Stack>
  )
}

/** Shares the picture through the platform where it can, and saves it as a file everywhere. */
function ShareButtons({ link, picture }: { link: string; picture: { blob: Blob; url: string } | undefined }) {
  const t = useText()
  const share = async (): Promise<void> => {
    const text = t('security.shareMessage', { link })
    const file = picture === undefined ? undefined : new File([picture.blob], 'invitation.png', { type: 'image/png' })
    const withFile = file === undefined ? { text } : { text, files: [file] }
    try {
      await navigator.share(navigator.canShare?.(withFile) ? withFile : { text, url: link })
    } catch {
      // The user closed the share dialog: no message is needed.
    }
  }
  const save = (): void => {
    if (picture === undefined) return
    const anchor = document.createElement('a')
    anchor.href = picture.url
    anchor.download = 'invitation.png'
    anchor.click()
  }
  return (
    <Stack gap={12}>
      {typeof navigator.share === 'function' ? (
        <Button
          text={t('security.shareLink')}
          size="large"
          wide
          icon={<Share2 aria-hidden="true" size={18} />}
          onPress={() => void share()}
        />
      ) : undefined}
      <Button
        text={t('security.savePicture')}
        kind="secondary"
        wide
        disabled={picture === undefined}
        icon={<Download aria-hidden="true" size={18} />}
        onPress={save}
      />
    </Stack>
  )
}
