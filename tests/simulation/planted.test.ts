import { expectFound } from './planted-testing.ts'
import { planted } from './planted.ts'

expectFound(planted.filter(({ isCommon }) => isCommon === true))
