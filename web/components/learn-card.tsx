import { TitledCard } from '#ui/titled-card.tsx'
import { Typography } from '#ui/typography.tsx'

/** Four sentences: what it is in real life, what it costs, what can go wrong, and what is simulated here. */
export function LearnCard({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <TitledCard title={title} gap={8}>
      {sentences.map((sentence) => (
        <Typography key={sentence} as="p" size={13} tone="second">
          {sentence}
        </Typography>
      ))}
    </TitledCard>
  )
}
