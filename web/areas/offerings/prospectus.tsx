import type { Issue } from '@mex/contract/offerings/shapes.ts'

import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'

/** The prospectus of an invented company. */
export function Prospectus({ issue }: { issue: Issue }) {
  const t = useText()
  const { name, code, venue, profile } = issue
  return (
    <Screen title={t('offerings.prospectus')} subtitle={`${code} · ${venue}`}>
      <Card>
        <Stack>
          <Typography as="h2" size={20} weight="bold">
            {t('offerings.prospectusOf', { name })}
          </Typography>
          <div>
            <Tag text={t('offerings.simulated')} tone="warn" />
          </div>
          {profile.split('\n\n').map((paragraph) => (
            <Typography key={paragraph} as="p">
              {paragraph}
            </Typography>
          ))}
        </Stack>
      </Card>
    </Screen>
  )
}
