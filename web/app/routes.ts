import type { ComponentType } from 'react'

import { paths, type Path } from '#data/addresses.ts'
import type { Catalogue } from '#text/en.ts'
import { screens } from './screens.ts'

export type TitleKey = keyof Catalogue['titles']

export type Route = {
  readonly path: Path
  /** Its title in the catalogue, shown where the screen itself has not been loaded. */
  readonly title: TitleKey
  /** `user`: without a session the sign-in card stands in its place (spec: login). */
  readonly who: 'anyone' | 'user'
  /** Absent while the screen has not been built: then a plain page says so. */
  readonly screen: (() => Promise<ComponentType>) | undefined
}

/** Open without a token; every other page shows the sign-in card in its place. */
const open: readonly Path[] = [
  '/',
  '/pages/market/index',
  '/pages/search/index',
  '/pages/quote/stock',
  '/pages/quote/future',
  '/pages/quote/globalindex',
  '/pages/quote/forex',
  '/pages/hkstock/quote',
  '/pages/hkstock/index',
  '/pages/product/follow',
  '/pages/product/future',
  '/pages/product/popular',
  '/pages/product/auction',
  '/pages/product/forex',
  '/pages/product/blocktrade',
  '/pages/product/newstock',
  '/pages/bonds/list',
  '/pages/placing/index',
  '/pages/aiquantify/index',
  '/pages/robotai/index',
  '/pages/robotai/product',
  '/pages/robotai/quote',
  '/pages/news/detail',
  '/pages/notice/index',
  '/pages/notice/detail',
  '/pages/webview/index',
  '/pages/auth/login',
  '/pages/auth/register',
  '/pages/auth/registercompany',
  '/pages/auth/registerindividual',
  '/pages/auth/resetpwd',
  '/pages/auth/protocol',
]

/** '/pages/aiquantify/record-detail' → 'aiquantifyRecordDetail'. */
export function titleOf(path: Path): TitleKey {
  if (path === '/') return 'home'
  const [first = '', ...rest] = path.slice('/pages/'.length).split(/[/-]/)
  return (first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')) as TitleKey
}

/** All routes of the spec, in its order; docs/spec/screens.json must match (routes.test.ts). */
export const routes: readonly Route[] = paths.map((path) => ({
  path,
  title: titleOf(path),
  who: open.includes(path) ? 'anyone' : 'user',
  screen: screens[path],
}))

const byPath = new Map(routes.map((route) => [route.path, route]))

/** The route of a path, for every path of the spec has one. */
export function routeOf(path: Path): Route {
  const route = byPath.get(path)
  if (route === undefined) throw new Error(`No route ${path}`)
  return route
}

/** Another address of the home page. */
export const homeAlias = '/pages/home/index'
