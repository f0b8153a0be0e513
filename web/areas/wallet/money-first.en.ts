/** Texts of orders that other accounts help to pay: the form, the review and the steps. */
export const moneyFirst = {
  withOthers: 'Usable in all accounts',
  about: '≈\u00a0{amount}',
  follows:
    '{missing} is missing in “{wallet}”. Your other accounts have it: the review moves it together with the order.',
  tooLate: '{missing} is missing in “{wallet}”. Your other accounts have it, but this closes before it could arrive.',
  stillMoving:
    'Money of your last try is still on its way. It arrives within a minute; until then nothing more is moved.',
  title: 'First the money moves',
  noSpread: 'None: one currency',
  reserve: 'Added in case price or rate moves',
  takes: 'Takes',
  seconds: 'about {seconds} seconds',
  explained:
    'The rate is fixed when the money arrives; then the order is placed at the price of that moment. If that does not work out, the money is in “{wallet}” and no order was placed.',
  explainedFixed:
    'The order is placed when the money has arrived. If that does not work out, the money is in “{wallet}” and no order was placed.',
  confirm: 'Move money and order',
  steps: 'Steps',
  order: 'Order',
  waiting: 'Waits for the step before',
  sending: 'Being sent …',
  onItsWay: '{seconds, plural, =1 {On its way: # second} other {On its way: # seconds}}',
  arriving: 'Arrives at the next rate …',
  settled: 'Arrived',
  unknown: 'No answer came',
  cancelled: 'Cancelled: the money went back',
  leave: 'Don’t place the order',
  back: 'Back to the order',
  tryAgain: 'Try again',
  movingTitle: 'Your money is moving',
  movingText:
    'The order follows by itself. Keep this open: if you leave, the money stays yours and no order is placed.',
  orderingTitle: 'Placing the order',
  unknownTitle: 'We don’t know yet whether it arrived',
  unknownText: 'Trying again sends the same request, which cannot count twice.',
  notPlaced: 'No order was placed',
  stoppedText: 'A transfer did not work out. What has arrived stays in its account; everything else is where it was.',
  refusedText: 'The money is in “{wallet}” and stays there.',
  lateText:
    'It took longer than {minutes} minutes, and prices may have moved. The money is in “{wallet}”: check the order again.',
  left: 'You left before the money had arrived, so no order was placed. The money is in “{wallet}”, or arrives there within a minute.',
  leftSent: 'You left while the order was being placed. Look at your orders before you order again.',
} as const
