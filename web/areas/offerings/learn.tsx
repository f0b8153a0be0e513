import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

/** Four sentences: what it is in real life, what it costs, what can go wrong, and what is simulated here. */
export function LearnCard({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <Card>
      <Stack gap={8}>
        <Typography as="h2" size={15} weight="bold">
          {title}
        </Typography>
        {sentences.map((sentence) => (
          <Typography key={sentence} as="p" size={13} tone="second">
            {sentence}
          </Typography>
        ))}
      </Stack>
    </Card>
  )
}
