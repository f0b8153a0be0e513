import type { Answer } from '#call.ts'
import type { portfolio } from './calls.ts'

export type Allocation = Answer<typeof portfolio.allocation>
export type Curve = Answer<typeof portfolio.curve>
