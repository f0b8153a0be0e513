import { Line, Stack } from '#ui/layout.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The skeleton of the form, with its size. */
export function TicketSkeleton() {
  return (
    <Stack gap={12}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton width={90} height={18} />
      <Skeleton height={50} />
      <Line gap={8} spread="even">
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Line>
      <Skeleton width={70} height={18} />
      <Skeleton height={44} />
      <Skeleton height={80} />
    </Stack>
  )
}
