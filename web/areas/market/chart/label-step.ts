/** The height of a label of a mark with the distance to the next one. */
export const labelStep = 26
