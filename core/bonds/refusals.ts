/** Why purchases and sales of bonds are refused. */
export type BondsRefusal = 'below_face_minimum' | 'holding_unavailable' | 'sold_out'
