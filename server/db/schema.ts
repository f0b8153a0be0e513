// Generated from the migrations by `npm run check -- --types`; not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type AnchorTable = {
  date: string
  document: string
  hash: Buffer
  created_at: ColumnType<number, string, string>
}

export type AppUserTable = {
  id: GeneratedAlways<number>
  state: string
  user_type: number
  username: string
  email: string | null
  password_hash: string | null
  nick_name: string | null
  invitation_code: string
  invited_by: number | null
  language: string
  real_status: Generated<number>
  block_status: Generated<number>
  agreement: Generated<unknown>
  created_at: ColumnType<number, string, string>
  last_seen_at: ColumnType<number, string, string>
  real_reason: string | null
  block_reason: string | null
  pay_password_hash: string | null
  pay_failures: Generated<number>
  pay_locked_until: ColumnType<number, string, string> | null
  security_changed_at: ColumnType<number, string, string> | null
  closed_at: ColumnType<number, string, string> | null
  erased_at: ColumnType<number, string, string> | null
}

export type ArticleTable = {
  id: GeneratedAlways<number>
  key: string | null
  type: string
  tag: string
  simulated: boolean
  cover: unknown
  version: number
  published_at: ColumnType<number, string, string>
  withdrawn_at: ColumnType<number, string, string> | null
}

export type ArticleTextTable = {
  article_id: number
  version: number
  language: string
  title: string
  summary: string
  body: string
  written_at: ColumnType<number, string, string>
}

export type BalanceTable = {
  user_id: number
  wallet: number
  currency: string
  account: string
  amount: bigint
}

export type BillTable = {
  user_id: number
  journal_id: number
  wallet: number
  currency: string
  amount: bigint
  event: string
  ref_type: string
  ref_id: number
  memo: Generated<string>
  at: ColumnType<number, string, string>
}

export type BlockApplicationTable = {
  id: GeneratedAlways<number>
  user_id: number
  status: number
  risk_acknowledged: boolean
  reason: string | null
  applied_at: ColumnType<number, string, string>
  due_at: ColumnType<number, string, string>
  decided_at: ColumnType<number, string, string> | null
}

export type CardTable = {
  user_id: number
  id: GeneratedAlways<number>
  kind: number
  details: Buffer
  created_at: ColumnType<number, string, string>
  changed_at: ColumnType<number, string, string>
}

export type ChainAddressTable = {
  address: string
  user_id: number
  coin: string
}

export type ChainTransactionTable = {
  id: GeneratedAlways<number>
  hash: string
  coin: string
  address: string
  receiver_id: number | null
  amount: bigint
  height: number
  sender_id: number | null
  withdrawal_id: number | null
  deposit_id: number | null
  dropped_at: ColumnType<number, string, string> | null
  created_at: ColumnType<number, string, string>
}

export type ChatMessageTable = {
  user_id: number
  id: GeneratedAlways<number>
  sender: string
  text: string | null
  image: string | null
  articles: Generated<unknown>
  created_at: ColumnType<number, string, string>
}

export type ChatMuteTable = {
  user_id: number
  muted_until: ColumnType<number, string, string>
}

export type ClosingTable = {
  user_id: number
  id: number
  order_id: number | null
  position_id: number
  quantity: bigint
  exit_value: bigint
  cost: bigint
  margin: bigint
  profit: bigint
  opening_fee: bigint
  closing_fee: bigint
  financing: bigint
  net_profit: bigint
  reason: string
  quote_id: string
  closed_at: ColumnType<number, string, string>
}

export type ConfigVersionTable = {
  id: GeneratedAlways<number>
  key: string
  value: unknown
  effective_from: ColumnType<number, string, string>
  author: string
  reason: string
  hash: Buffer
  created_at: ColumnType<number, string, string>
}

export type DataExportTable = {
  user_id: number
  id: GeneratedAlways<number>
  asked_at: ColumnType<number, string, string>
}

export type DayCommitmentTable = {
  date: string
  model_version: number
  commitment: Buffer
  published_at: ColumnType<number, string, string>
}

export type DepositTable = {
  user_id: number
  id: GeneratedAlways<number>
  kind: number
  asset: string
  currency: string
  address: string | null
  tx_hash: string | null
  amount: bigint | null
  received: bigint | null
  rate: bigint | null
  confirmations: Generated<number>
  status: number
  reason: string | null
  proof: string | null
  seen_at: ColumnType<number, string, string> | null
  created_at: ColumnType<number, string, string>
  due_at: ColumnType<number, string, string>
  ended_at: ColumnType<number, string, string> | null
  lost_at: ColumnType<number, string, string> | null
}

export type EmailCodeTable = {
  id: GeneratedAlways<number>
  email: string
  purpose: string
  code: Buffer
  network: string
  tries: Generated<number>
  foreign_tries: Generated<number>
  created_at: ColumnType<number, string, string>
  expires_at: ColumnType<number, string, string>
  used_at: ColumnType<number, string, string> | null
}

export type EndedSessionTable = {
  id: GeneratedAlways<number>
  session_id: number
}

export type ExecutionTable = {
  user_id: number
  id: GeneratedAlways<number>
  order_id: number
  position_id: number
  instrument: string
  quote_id: string
  side: string
  rule: string
  level: number
  price: bigint
  quantity: bigint
  earlier: bigint
  available: bigint | null
  at: ColumnType<number, string, string>
}

export type FileTable = {
  id: string
  user_id: number | null
  network: Buffer | null
  digest: Buffer
  sealed: Buffer
  size: number
  width: number
  height: number
  uploaded_at: ColumnType<number, string, string>
  needed_at: ColumnType<number, string, string>
}

export type FileUseTable = {
  file_id: string
  user_id: number
  record: string
  record_id: number
  keep_until: ColumnType<number, string, string> | null
}

export type HaltTable = {
  id: GeneratedAlways<number>
  market: string
  code: string | null
  author: string
  reason: string
  halted_at: ColumnType<number, string, string>
  resumed_at: ColumnType<number, string, string> | null
}

export type IndividualDetailsTable = {
  user_id: number
  street_address: string
  additional_address: string | null
  state_province: string
  phone_number: string
  country: string
  security_number: Buffer
  created_at: ColumnType<number, string, string>
}

export type JournalTable = {
  id: number
  xid: Generated<string>
  event: string
  event_key: string
  user_id: number | null
  at: ColumnType<number, string, string>
  ref_type: string
  ref_id: number
  memo: Generated<string>
}

export type JournalLineTable = {
  journal_id: number
  line: number
  account: string
  user_id: number | null
  wallet: number | null
  currency: string
  debit: Generated<bigint>
  credit: Generated<bigint>
}

export type MailTable = {
  id: GeneratedAlways<number>
  recipient: string
  subject: string
  body: string
  created_at: ColumnType<number, string, string>
  sent_at: ColumnType<number, string, string> | null
}

export type MarginAdditionTable = {
  user_id: number
  id: number
  position_id: number
  wallet: number
  amount: bigint
  accepted_at: ColumnType<number, string, string>
  state: string
}

export type MarketClockTable = {
  single: Generated<boolean>
  market_at: ColumnType<number, string, string>
  wall_at: ColumnType<number, string, string>
  speed: number
  handled_until: ColumnType<number | null, string | null, string | null>
}

export type MessageTable = {
  user_id: number
  id: GeneratedAlways<number>
  type: string
  kind: string
  text_values: Generated<unknown>
  reference_type: string | null
  reference_id: number | null
  is_read: Generated<boolean>
  created_at: ColumnType<number, string, string>
}

export type MigrationTable = {
  name: string
  hash: string
  applied_at: Generated<ColumnType<number, string, string>>
}

export type NetworkUseTable = {
  network: Buffer
  quota: string
  day: string
  amount: number
}

export type NoticeReadTable = {
  user_id: number
  article_id: number
  read_at: ColumnType<number, string, string>
}

export type OutboxTable = {
  id: GeneratedAlways<number>
  xid: Generated<string>
  user_id: number
  topic: string
  ref_id: Generated<number>
  created_at: Generated<ColumnType<number, string, string>>
}

export type PasskeyTable = {
  id: GeneratedAlways<number>
  user_id: number
  credential: string
  host: string
  public_key: Buffer
  counter: number
  is_synced: boolean
  name: string
  created_at: ColumnType<number, string, string>
  last_used_at: ColumnType<number, string, string> | null
}

export type PasskeyChallengeTable = {
  challenge: string
  user_id: number | null
  expires_at: ColumnType<number, string, string>
}

export type PositionTable = {
  user_id: number
  id: number
  instrument: string
  source: number
  direction: string
  leverage: number
  wallet: number
  currency: string
  state: string
  quantity: bigint
  locked: bigint
  cost: bigint
  margin: bigint
  initial_margin: bigint
  added_margin: bigint
  owed_funding: bigint
  owed_issuer: bigint
  opening_fee: bigint
  financing: bigint
  halved: boolean
  auto_roll: Generated<boolean>
  warned_at: ColumnType<number, string, string> | null
  opened_at: ColumnType<number, string, string>
  changed_at: ColumnType<number, string, string>
  expires_at: ColumnType<number, string, string> | null
  closed_at: ColumnType<number, string, string> | null
  close_reason: string | null
}

export type PracticeResetTable = {
  user_id: number
  id: GeneratedAlways<number>
  asked_at: ColumnType<number, string, string>
  done_at: ColumnType<number, string, string> | null
}

export type RequestKeyTable = {
  scope: number
  call: string
  key_hash: Buffer
  body: Buffer
  answer: unknown
  created_at: Generated<ColumnType<number, string, string>>
}

export type SealTable = {
  seq: number
  journal_id: number
  prev_hash: Buffer
  hash: Buffer
}

export type SessionTokenTable = {
  hash: Buffer
  id: GeneratedAlways<number>
  user_id: number
  scope: string
  agent: Generated<string>
  created_at: ColumnType<number, string, string>
  last_seen_at: ColumnType<number, string, string>
  expires_at: ColumnType<number, string, string>
  revoked_at: ColumnType<number, string, string> | null
  request_key_hash: Buffer | null
}

export type SignInGuardTable = {
  name: string
  network: string
  failures: Generated<number>
  window_started_at: ColumnType<number, string, string>
  locks: Generated<number>
  locked_until: ColumnType<number, string, string> | null
}

export type TradeOrderTable = {
  user_id: number
  id: number
  instrument: string
  source: number
  purpose: string
  side: string
  type: string
  limit_price: bigint | null
  quantity: bigint
  filled: bigint
  leverage: number
  wallet: number
  currency: string
  position_id: number | null
  extended_hours: boolean
  status: string
  reason: string | null
  accepted_at: ColumnType<number, string, string>
  cancel_requested_at: ColumnType<number, string, string> | null
  expires_at: ColumnType<number, string, string> | null
  changed_at: ColumnType<number, string, string>
  exchange: bigint
  fee_date: string
  reserve: bigint
  cost: bigint
  notional: bigint
  margin: bigint
  fee: bigint
  is_forced: Generated<boolean>
}

export type TransferTable = {
  user_id: number
  id: GeneratedAlways<number>
  from_wallet: number
  to_wallet: number
  from_currency: string
  to_currency: string
  amount: bigint
  status: number
  rate: bigint | null
  settled_amount: bigint | null
  submitted_at: ColumnType<number, string, string>
  due_at: ColumnType<number, string, string>
  cancel_requested_at: ColumnType<number, string, string> | null
  ended_at: ColumnType<number, string, string> | null
}

export type UnsettledTable = {
  user_id: number
  wallet: number
  release_date: string
  amount: bigint
}

export type VerificationTable = {
  id: GeneratedAlways<number>
  user_id: number
  status: number
  sealed: Buffer
  document: Buffer
  reason: string | null
  submitted_at: ColumnType<number, string, string>
  due_at: ColumnType<number, string, string>
  decided_at: ColumnType<number, string, string> | null
}

export type WatchTable = {
  user_id: number
  id: GeneratedAlways<number>
  market: string
  code: string
  source: number
  classify: string
  name: string
  created_at: ColumnType<number, string, string>
}

export type WithdrawalTable = {
  user_id: number
  id: GeneratedAlways<number>
  card_id: number
  asset: string
  target: string
  amount: bigint
  fee: bigint
  rate: bigint | null
  gross: bigint | null
  gross_at_mid: bigint | null
  status: number
  reason: string | null
  tx_hash: string | null
  applied_at: ColumnType<number, string, string>
  due_at: ColumnType<number, string, string>
  ended_at: ColumnType<number, string, string> | null
}

export type Schema = {
  anchor: AnchorTable
  app_user: AppUserTable
  article: ArticleTable
  article_text: ArticleTextTable
  balance: BalanceTable
  bill: BillTable
  block_application: BlockApplicationTable
  card: CardTable
  chain_address: ChainAddressTable
  chain_transaction: ChainTransactionTable
  chat_message: ChatMessageTable
  chat_mute: ChatMuteTable
  closing: ClosingTable
  config_version: ConfigVersionTable
  data_export: DataExportTable
  day_commitment: DayCommitmentTable
  deposit: DepositTable
  email_code: EmailCodeTable
  ended_session: EndedSessionTable
  execution: ExecutionTable
  file: FileTable
  file_use: FileUseTable
  halt: HaltTable
  individual_details: IndividualDetailsTable
  journal: JournalTable
  journal_line: JournalLineTable
  mail: MailTable
  margin_addition: MarginAdditionTable
  market_clock: MarketClockTable
  message: MessageTable
  migration: MigrationTable
  network_use: NetworkUseTable
  notice_read: NoticeReadTable
  outbox: OutboxTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  position: PositionTable
  practice_reset: PracticeResetTable
  request_key: RequestKeyTable
  seal: SealTable
  session_token: SessionTokenTable
  sign_in_guard: SignInGuardTable
  trade_order: TradeOrderTable
  transfer: TransferTable
  unsettled: UnsettledTable
  verification: VerificationTable
  watch: WatchTable
  withdrawal: WithdrawalTable
}
