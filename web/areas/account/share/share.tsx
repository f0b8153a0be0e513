import { Download, Share2 } from 'lucide-react'

import { locationOf } from '#data/links.ts'
import { useProduct } from '#data/product.ts'
import { saveBlob } from '#data/save-file.ts'
import { drawShareCard } from './share-card.ts'
import { sharePicture, usePicture, type Drawn } from '#components/use-picture.ts'
import { useCurrentUser } from '#areas/account/door/use-current-user.ts'
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

const fileName = 'invitation.png'
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

function Invitation({ code }: { code: string }) {
  const t = useText()
  const { title } = useProduct()
  const link = linkOf(code)
  const [practice, line, codeLabel] = [t('shell.practice'), t('security.cardTitle'), t('security.cardCode')]
  const picture = usePicture({ title, practice, line, codeLabel, code, link }, drawShareCard)
  return (
    <Stack gap={16}>
      {picture === 'failed' ? (
        <ErrorState title={t('security.cardFailed')} text={link} />
      ) : (
        <div className={styles['frame']}>
          {picture === undefined ? (
            <SkeletonCard height={480} />
          ) : (
            <img src={picture.url} width={720} height={960} alt={t('security.cardAlt', { code })} />
          )}
        </div>
      )}
      <Card>
        <Stack gap={12}>
          <KeyValues
            rows={[
              { label: t('security.code'), value: code, strong: true },
              { label: t('security.link'), value: <OneLine text={link} /> },
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

/** The end of a long link is cut: the code beside it says the same, and it is copied whole. */
const OneLine = ({ text }: { text: string }) => (
  <Typography cut size={13} weight="medium">
    {text}
  </Typography>
)

/** Shares the picture through the platform where it can, and saves it as a file everywhere. */
function ShareButtons({ link, picture }: { link: string; picture: Drawn | undefined }) {
  const t = useText()
  return (
    <Stack gap={12}>
      {typeof navigator.share === 'function' ? (
        <Button
          text={t('security.shareLink')}
          size="large"
          wide
          icon={<Share2 aria-hidden="true" size={18} />}
          onPress={() =>
            void sharePicture(picture, fileName, { text: t('security.shareMessage', { link }), url: link })
          }
        />
      ) : undefined}
      <Button
        text={t('security.savePicture')}
        kind="secondary"
        wide
        disabled={picture === undefined}
        icon={<Download aria-hidden="true" size={18} />}
        onPress={() => picture !== undefined && saveBlob(fileName, picture.blob)}
      />
    </Stack>
  )
}
