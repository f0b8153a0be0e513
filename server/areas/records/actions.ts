/** The door of the records: what a person takes along, starts anew and leaves behind. */
export type { LeavingParts } from './account-closing.ts'
