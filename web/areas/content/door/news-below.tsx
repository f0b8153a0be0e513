import { Suspense, useEffect, useRef, useState } from 'react'

import { lazyComponent } from '#ui/lazy.tsx'
import styles from './news-below.module.css'
import { SkeletonRows } from '#ui/skeleton.tsx'

const News = lazyComponent(() => import('#areas/content/news.tsx').then((file) => file.News))

/** The distance below the viewport, in px, at which the news is fetched. */
const ahead = 200

/** News far down a page: code and rows are fetched when they come near the viewport. */
export function NewsBelow() {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null || isNear) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${ahead}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={element}>
      {isNear ? (
        <Suspense fallback={<SkeletonRows rows={5} />}>
          <News />
        </Suspense>
      ) : (
        <div className={styles['place']} />
      )}
    </div>
  )
}
