import type { ChangeText } from '#text/format.ts'
import { Change } from '#ui/amount.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = {
  label: string
  change: ChangeText | undefined
  /** A return has the colour of a gain or a loss. A worst fall is below zero for everybody, so a colour would tell nothing. */
  coloured: boolean
  size?: 13 | 15
}

/** A change of a strategy under its name. */
export const NamedChange = ({ label, change, coloured, size = 13 }: Props) => (
  <Stack gap={0}>
    <Typography size={12} tone="second">
      {label}
    </Typography>
    {coloured ? (
      <Change change={change} glyph={false} size={size} />
    ) : (
      <Typography size={size} weight="semibold">
        {change?.text ?? '—'}
      </Typography>
    )}
  </Stack>
)
