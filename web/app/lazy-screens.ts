import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import type { Path } from '#data/addresses.ts'
import { routes } from './routes.ts'

export type LazyScreen = ComponentType & { preload?: () => Promise<void> }

/** The screens that exist, each as a component that fetches its own code when it is first shown or preloaded. */
export const lazyScreens: ReadonlyMap<Path, LazyScreen> = new Map(
  routes.flatMap(({ path, screen }) => {
    if (screen === undefined) return []
    const lazy: LazyScreen = lazyRouteComponent(async () => ({ default: await screen() }))
    return [[path, lazy] as const]
  }),
)
