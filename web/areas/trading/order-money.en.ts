/** Texts of orders by amount, and of what the smallest order needs. */
export const orderMoney = {
  byAmount: 'By amount',
  byQuantity: 'By quantity',
  amount: 'Amount',
  wholeLots: 'Fees come on top. The smallest order is {quantity}, worth about {worth}.',
  buys: 'Buys {quantity}. {rest} of the amount is left over.',
  sells: 'Sells {quantity}. {rest} of the amount is left over.',
  tooSmall: 'Too little for the smallest order',
  two: '{first} {second}',
  oneNeeds: 'At {leverage}× the smallest order needs about {needed}; this account has {available}.',
  othersHelp: 'Your other accounts can help to pay.',
  helps: 'Your other accounts can help to pay, or a higher leverage, which makes losses larger too.',
  oneNeedsAtMost:
    'Even at {leverage}×, the highest leverage here, the smallest order needs about {needed}; this account has {available}.',
} as const
