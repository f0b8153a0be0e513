import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = {
  text: string
  /** The code and the venue, below the name of an offer. */
  note?: string | undefined
}

/** The title of the card of an offer or an application. */
export function CardTitle({ text, note }: Props) {
  return (
    <Stack gap={0}>
      <Typography as="h2" size={17} weight="bold">
        {text}
      </Typography>
      {note === undefined ? undefined : (
        <Typography size={12} tone="second">
          {note}
        </Typography>
      )}
    </Stack>
  )
}
