/** Fake bonds: what regulators publish about them, in our words. */
export const bondFraud = {
  title: 'Frauds that look like bonds',
  how1: 'Somebody offers a bond with a fixed yield well above that of the government, and calls it safe. Often they use the name, address and logo of a real bank.',
  how2: 'The first payments come on time. There is no bond behind them: they come from the money of those who bought later, or from your own.',
  how3: 'The friendly payments make people add more and tell friends. When too many want their money back, there is a fee, a tax or a delay, and then no answer.',
  sign1:
    'The yield is far above that of government bonds of the same length, and it is called “guaranteed” or “free of risk”.',
  sign2: 'The same payment comes every month, and the value never falls, whatever the market does.',
  sign3:
    'They found you: an advertisement, a call or a message. The address of the website differs from that of the real bank by a few letters.',
  sign4: 'You must decide today: only a few left, a bonus until tonight, a price that ends.',
  sign5:
    'You pay to a private account, to a company with another name, or in crypto. The firm is not in the register of the regulator.',
  here1: 'The yield follows from a public curve. Anybody can compute every price again.',
  here2: 'The price falls when yields rise. You see the loss at once, and you can sell with it.',
  here3: 'Nobody calls you, nobody earns when you bring a friend, and no real money can be paid in.',
  question1: 'A caller offers a bond of a known bank that pays 4% a month, guaranteed. What is the best first step?',
  answer11: 'Buy a little and see whether the first payment comes',
  answer12: 'Call the bank on the number that you look up yourself, and check the register of the regulator',
  answer13: 'Ask the caller for a certificate',
  why1: 'A first payment proves nothing: it is the bait. A certificate is easily made. Only the bank and the regulator can say whether the offer is real, and only if you look up the number yourself.',
  question2: 'Why does a real bond not show a gain every single day?',
  answer21: 'Because its price falls when market yields rise',
  answer22: 'Because the seller is badly organised',
  answer23: 'Because interest is paid only twice a year',
  why2: 'Interest builds up every day, but the price moves with yields, up and down. A line without bad days is not the price of anything.',
  question3: 'Your “bond” should be paid back. The firm asks for a tax first. What does that tell you?',
  answer31: 'Taxes are normal, so pay and keep the receipt',
  answer32: 'The money comes faster if you pay at once',
  answer33: 'It is most likely a fraud: a real firm takes what is due from the payment, or you pay the tax office',
  why3: 'Paying to get your own money out is one of the surest signs of a fraud. Each payment leads to the next one. Stop, keep the messages, and report it.',
} as const
