/** Why money cannot be put in a product (rulebook §25.3). */
export type QuantifyRefusal = 'amount_outside' | 'product_not_open' | 'quantify_full'
