/** Why blocks are refused. */
export type BlocksRefusal = 'block_too_small' | 'block_too_large'
