import { Stack } from './layout.tsx'
import { Typography } from './typography.tsx'

type Props = { title: string; text: string; size?: 20 | 24 }

/** A heading and a sentence under it, at the top of a page or a card. */
export function Introduction({ title, text, size = 24 }: Props) {
  return (
    <Stack gap={4}>
      <Typography as="h2" size={size} weight="bold">
        {title}
      </Typography>
      <Typography as="p" size={13} tone="second">
        {text}
      </Typography>
    </Stack>
  )
}
