import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { Line, Stack } from './layout.tsx'
import { Typography } from './typography.tsx'

type Props = {
  title: string
  /** What the figures below are of, small at the other edge. */
  note?: string
  /** A tag or a figure at the other edge, where a note is not enough. */
  aside?: ReactNode
  gap?: 8 | 12
  children: ReactNode
}

/** A card of a page, with its heading. */
export function TitledCard({ title, note, aside, gap = 12, children }: Props) {
  const heading = (
    <Typography as="h2" size={15} weight="bold">
      {title}
    </Typography>
  )
  return (
    <Card>
      <Stack gap={gap}>
        {note === undefined && aside === undefined ? (
          heading
        ) : (
          <Line spread="apart" align={note === undefined ? 'center' : 'baseline'} wrap>
            {heading}
            {note === undefined ? (
              aside
            ) : (
              <Typography size={12} tone="second">
                {note}
              </Typography>
            )}
          </Line>
        )}
        {children}
      </Stack>
    </Card>
  )
}
