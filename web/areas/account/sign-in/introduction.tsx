import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

/** The heading of a page that signs in or registers, and a sentence under it. */
export function Introduction({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap={4}>
      <Typography as="h2" size={24} weight="bold">
        {title}
      </Typography>
      <Typography as="p" size={13} tone="second">
        {text}
      </Typography>
    </Stack>
  )
}
