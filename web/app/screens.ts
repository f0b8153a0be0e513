import type { ComponentType } from 'react'

import type { Path } from '#data/addresses.ts'

/**
 * The screens that exist, one file each, fetched when they are first shown. To add one: write
 * `screens/<area>/<name>.tsx` with a named export and give it a line here. A route without a line says "not here yet".
 */
export const screens: Partial<Record<Path, () => Promise<ComponentType>>> = {}
