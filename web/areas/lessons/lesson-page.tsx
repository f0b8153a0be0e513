import { lessonKinds, type LessonKind } from '@mex/core/lessons/promised.ts'
import type { ReactNode } from 'react'

import { useBondCurve } from '#areas/bonds/door/bond-curve.ts'
import { useAgencyCurve } from '#areas/follow/door/agency-curve.ts'
import { useStrategyCurve } from '#areas/quantify/door/strategy-curve.ts'
import { parseId } from '#components/parse-id.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import { useBondLesson } from './door/bond-lesson.ts'
import { useFollowLesson } from './door/follow-lesson.ts'
import { useMarketCurve } from './door/market-curve.ts'
import { useQuantifyLesson } from './door/quantify-lesson.ts'
import { useRobotLesson } from './door/robot-lesson.ts'
import type { CurveAnswer, Lesson } from './lesson.ts'
import { LessonView } from './lesson-view.tsx'

/** How real frauds imitate a kind of product; `id` is the product whose true curve is shown. */
export function LessonPage() {
  const { kind: named, id } = useParameters('lesson')
  const kind = lessonKinds.find((each) => each === named)
  if (kind === undefined) return <AllKinds isUnknown={named !== undefined} />
  const Kind = pageOf[kind]
  return <Kind key={kind} id={parseId(id)} />
}

type KindProps = { id: number | undefined }

function BondPage({ id }: KindProps) {
  return <Page lesson={useBondLesson()} answer={useBondCurve(id)} />
}

function FollowPage({ id }: KindProps) {
  return <Page lesson={useFollowLesson()} answer={useAgencyCurve(id)} />
}

function QuantifyPage({ id }: KindProps) {
  return <Page lesson={useQuantifyLesson()} answer={useStrategyCurve(id)} />
}

function RobotPage() {
  return <Page lesson={useRobotLesson()} answer={useMarketCurve('BTC', 'CRYPTO')} />
}

const pageOf: Readonly<Record<LessonKind, (props: KindProps) => ReactNode>> = {
  bonds: BondPage,
  follow: FollowPage,
  quantify: QuantifyPage,
  robots: RobotPage,
}

function Page({ lesson, answer }: { lesson: Lesson; answer: CurveAnswer }) {
  const t = useText()
  return (
    <Screen title={t('titles.lesson')} subtitle={lesson.title}>
      <LessonView lesson={lesson} answer={answer} />
      <Kinds without={lesson.kind} />
    </Screen>
  )
}

function AllKinds({ isUnknown }: { isUnknown: boolean }) {
  const t = useText()
  return (
    <Screen title={t('titles.lesson')}>
      {isUnknown ? (
        <EmptyState title={t('lessons.unknown')} text={t('lessons.unknownText')} />
      ) : (
        <Typography size={13} tone="second" as="p">
          {t('lessons.about')}
        </Typography>
      )}
      <Kinds />
    </Screen>
  )
}

function Kinds({ without }: { without?: LessonKind }) {
  const t = useText()
  return (
    <List label={t('lessons.kinds')}>
      {lessonKinds
        .filter((kind) => kind !== without)
        .map((kind) => (
          <Row
            key={kind}
            title={t(`lessons.${kind}`)}
            subtitle={t(`lessons.${kind}Text`)}
            height={62}
            href={hrefOf('lesson', { kind })}
          />
        ))}
    </List>
  )
}
