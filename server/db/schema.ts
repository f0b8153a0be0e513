// Generated from the migrations by `node_modules/.bin/node tools/test-database.ts --types`; not edited by hand.

/** The rows of every table, with the values that the program reads from them. */
export type Rows = {
  readonly alert_device: {
    readonly id: number
    readonly user_id: number
    readonly session_id: number
    readonly endpoint: string
    readonly public_key: string
    readonly secret: string
    readonly language: string
    readonly created_at: number
  }
  readonly anchor: {
    readonly date: string
    readonly document: string
    readonly hash: Buffer
    readonly created_at: number
  }
  readonly app_user: {
    readonly id: number
    readonly state: string
    readonly user_type: number
    readonly username: string
    readonly email: string | null
    readonly password_hash: string | null
    readonly nick_name: string | null
    readonly invitation_code: string
    readonly invited_by: number | null
    readonly language: string
    readonly real_status: number
    readonly block_status: number
    readonly agreement: unknown
    readonly created_at: number
    readonly last_seen_at: number
    readonly real_reason: string | null
    readonly block_reason: string | null
    readonly pay_password_hash: string | null
    readonly pay_failures: number
    readonly pay_locked_until: number | null
    readonly security_changed_at: number | null
    readonly closed_at: number | null
    readonly erased_at: number | null
  }
  readonly application: {
    readonly user_id: number
    readonly id: number
    readonly source: number
    readonly offer_id: number
    readonly status: string
    readonly quantity: bigint
    readonly exchange: bigint
    readonly paid: bigint
    readonly drawn_lots: number | null
    readonly rank: number | null
    readonly allotted: bigint
    readonly cost: bigint
    readonly refund: bigint
    readonly lapsed: boolean
    readonly applied_at: number
    readonly changed_at: number
    readonly allotted_at: number | null
    readonly settled_at: number | null
  }
  readonly application_step: {
    readonly user_id: number
    readonly application_id: number
    readonly quantity: bigint
    readonly paid: bigint
    readonly at: number
  }
  readonly article: {
    readonly id: number
    readonly key: string | null
    readonly type: string
    readonly tag: string
    readonly simulated: boolean
    readonly cover: unknown
    readonly version: number
    readonly published_at: number
    readonly withdrawn_at: number | null
  }
  readonly article_text: {
    readonly article_id: number
    readonly version: number
    readonly language: string
    readonly title: string
    readonly summary: string
    readonly body: string
    readonly written_at: number
  }
  readonly balance: {
    readonly user_id: number
    readonly wallet: number
    readonly currency: string
    readonly account: string
    readonly amount: bigint
  }
  readonly bill: {
    readonly user_id: number
    readonly journal_id: number
    readonly wallet: number
    readonly currency: string
    readonly amount: bigint
    readonly event: string
    readonly ref_type: string
    readonly ref_id: number
    readonly memo: string
    readonly at: number
  }
  readonly block_application: {
    readonly id: number
    readonly user_id: number
    readonly status: number
    readonly risk_acknowledged: boolean
    readonly reason: string | null
    readonly applied_at: number
    readonly due_at: number
    readonly decided_at: number | null
  }
  readonly bond_coupon: {
    readonly user_id: number
    readonly holding_id: number
    readonly coupon_date: string
    readonly face: bigint
    readonly exchange: bigint
    readonly amount: bigint
    readonly paid_at: number
  }
  readonly bond_holding: {
    readonly user_id: number
    readonly id: number
    readonly purchase_id: number
    readonly parent_id: number | null
    readonly bond_id: number
    readonly status: string
    readonly face: bigint
    readonly cost: bigint
    readonly coupons_until: string
    readonly received: bigint
    readonly interest: bigint
    readonly end_kind: string | null
    readonly end_price: bigint | null
    readonly end_accrued: bigint | null
    readonly end_exchange: bigint | null
    readonly proceeds: bigint | null
    readonly end_settles_on: string | null
    readonly end_at: number | null
    readonly due_at: number | null
    readonly changed_at: number
    readonly redeemed_at: number | null
  }
  readonly bond_purchase: {
    readonly user_id: number
    readonly id: number
    readonly bond_id: number
    readonly face: bigint
    readonly price: bigint
    readonly accrued: bigint
    readonly exchange: bigint
    readonly cost: bigint
    readonly settles_on: string
    readonly at: number
  }
  readonly booked_action: {
    readonly user_id: number
    readonly position_id: number
    readonly ex_at: number
    readonly instrument: string
    readonly ex_date: string
    readonly quantity: bigint
    readonly amount: bigint | null
    readonly gross: bigint | null
    readonly tax: bigint | null
    readonly ratio_to: number | null
    readonly ratio_from: number | null
    readonly booked_at: number
    readonly final_price: bigint | null
  }
  readonly card: {
    readonly user_id: number
    readonly id: number
    readonly kind: number
    readonly details: Buffer
    readonly created_at: number
    readonly changed_at: number
  }
  readonly chain_address: {
    readonly address: string
    readonly user_id: number
    readonly coin: string
  }
  readonly chain_transaction: {
    readonly id: number
    readonly hash: string
    readonly coin: string
    readonly address: string
    readonly receiver_id: number | null
    readonly amount: bigint
    readonly height: number
    readonly sender_id: number | null
    readonly withdrawal_id: number | null
    readonly deposit_id: number | null
    readonly dropped_at: number | null
    readonly created_at: number
  }
  readonly chat_message: {
    readonly user_id: number
    readonly id: number
    readonly sender: string
    readonly text: string | null
    readonly image: string | null
    readonly articles: unknown
    readonly created_at: number
    readonly links: unknown
    readonly choices: unknown
    readonly asks_person: boolean
  }
  readonly chat_mute: {
    readonly user_id: number
    readonly muted_until: number
  }
  readonly closing: {
    readonly user_id: number
    readonly id: number
    readonly order_id: number | null
    readonly position_id: number
    readonly quantity: bigint
    readonly exit_value: bigint
    readonly cost: bigint
    readonly margin: bigint
    readonly profit: bigint
    readonly opening_fee: bigint
    readonly closing_fee: bigint
    readonly financing: bigint
    readonly net_profit: bigint
    readonly reason: string
    readonly quote_id: string
    readonly closed_at: number
  }
  readonly config_version: {
    readonly id: number
    readonly key: string
    readonly value: unknown
    readonly effective_from: number
    readonly author: string
    readonly reason: string
    readonly hash: Buffer
    readonly created_at: number
  }
  readonly contract_roll: {
    readonly user_id: number
    readonly position_id: number
    readonly is_wanted: boolean
    readonly wished_at: number
    readonly decided_at: number | null
    readonly order_id: number | null
    readonly refused: string | null
  }
  readonly data_export: {
    readonly user_id: number
    readonly id: number
    readonly asked_at: number
  }
  readonly day_commitment: {
    readonly date: string
    readonly model_version: number
    readonly commitment: Buffer
    readonly published_at: number
  }
  readonly deposit: {
    readonly user_id: number
    readonly id: number
    readonly kind: number
    readonly asset: string
    readonly currency: string
    readonly address: string | null
    readonly tx_hash: string | null
    readonly amount: bigint | null
    readonly received: bigint | null
    readonly rate: bigint | null
    readonly confirmations: number
    readonly status: number
    readonly reason: string | null
    readonly proof: string | null
    readonly seen_at: number | null
    readonly created_at: number
    readonly due_at: number
    readonly ended_at: number | null
    readonly lost_at: number | null
  }
  readonly email_code: {
    readonly id: number
    readonly email: string
    readonly purpose: string
    readonly code: Buffer
    readonly network: string
    readonly tries: number
    readonly foreign_tries: number
    readonly created_at: number
    readonly expires_at: number
    readonly used_at: number | null
  }
  readonly ended_session: {
    readonly id: number
    readonly session_id: number
  }
  readonly execution: {
    readonly user_id: number
    readonly id: number
    readonly order_id: number
    readonly position_id: number
    readonly instrument: string
    readonly quote_id: string
    readonly side: string
    readonly rule: string
    readonly level: number
    readonly price: bigint
    readonly quantity: bigint
    readonly earlier: bigint
    readonly available: bigint | null
    readonly at: number
  }
  readonly file: {
    readonly id: string
    readonly user_id: number | null
    readonly network: Buffer | null
    readonly digest: Buffer
    readonly sealed: Buffer
    readonly size: number
    readonly width: number
    readonly height: number
    readonly uploaded_at: number
    readonly needed_at: number
  }
  readonly file_use: {
    readonly file_id: string
    readonly user_id: number
    readonly record: string
    readonly record_id: number
    readonly keep_until: number | null
  }
  readonly follow_order: {
    readonly user_id: number
    readonly id: number
    readonly campaign_id: number
    readonly amount: bigint
    readonly status: string
    readonly placed_at: number
    readonly changed_at: number
    readonly confirmed_at: number | null
    readonly open_price: bigint | null
    readonly open_quote: string | null
    readonly close_price: bigint | null
    readonly close_quote: string | null
    readonly value: bigint | null
    readonly fee: bigint | null
    readonly finished_at: number | null
    readonly due_at: number | null
  }
  readonly halt: {
    readonly id: number
    readonly market: string
    readonly code: string | null
    readonly author: string
    readonly reason: string
    readonly halted_at: number
    readonly resumed_at: number | null
    readonly held_after: number | null
    readonly held_until: number | null
  }
  readonly individual_details: {
    readonly user_id: number
    readonly street_address: string
    readonly additional_address: string | null
    readonly state_province: string
    readonly phone_number: string
    readonly country: string
    readonly security_number: Buffer
    readonly created_at: number
  }
  readonly installation_key: {
    readonly name: string
    readonly digest: Buffer
  }
  readonly journal: {
    readonly id: number
    readonly xid: string
    readonly event: string
    readonly event_key: string
    readonly user_id: number | null
    readonly at: number
    readonly ref_type: string
    readonly ref_id: number
    readonly memo: string
  }
  readonly journal_line: {
    readonly journal_id: number
    readonly line: number
    readonly account: string
    readonly user_id: number | null
    readonly wallet: number | null
    readonly currency: string
    readonly debit: bigint
    readonly credit: bigint
  }
  readonly ledger_checkpoint: {
    readonly id: number
    readonly seq: number
    readonly hash: Buffer
    readonly xid: string
    readonly journal_id: number
    readonly signature: Buffer
    readonly sums: Buffer
  }
  readonly live_action: {
    readonly instrument: string
    readonly ex_date: string
    readonly kind: string
    readonly amount: bigint | null
    readonly to_shares: bigint | null
    readonly from_shares: bigint | null
    readonly ex_at: number
    readonly declared_at: number
  }
  readonly live_quote: {
    readonly sequence: number
    readonly instrument: string
    readonly venue_time: number
    readonly received_time: number
    readonly last: bigint
    readonly bid: bigint
    readonly ask: bigint
    readonly size: bigint
    readonly phase: string
    readonly opening: boolean
    readonly doubt: string | null
    readonly previous_close: bigint | null
    readonly day_open: bigint | null
    readonly day_high: bigint | null
    readonly day_low: bigint | null
    readonly day_regular: bigint | null
    readonly day_volume: bigint | null
  }
  readonly live_source: {
    readonly single: boolean
    readonly answered_at: number | null
    readonly asked_at: number
    readonly again_at: number
  }
  readonly mail: {
    readonly id: number
    readonly recipient: string
    readonly subject: string
    readonly body: string
    readonly created_at: number
    readonly sent_at: number | null
  }
  readonly margin_addition: {
    readonly user_id: number
    readonly id: number
    readonly position_id: number
    readonly wallet: number
    readonly amount: bigint
    readonly accepted_at: number
    readonly state: string
  }
  readonly market_clock: {
    readonly single: boolean
    readonly market_at: number
    readonly wall_at: number
    readonly speed: number
    readonly handled_until: number | null
    readonly books_right: boolean
    readonly begun_until: number | null
    readonly operator_changes: number
  }
  readonly message: {
    readonly user_id: number
    readonly id: number
    readonly type: string
    readonly kind: string
    readonly text_values: unknown
    readonly reference_type: string | null
    readonly reference_id: number | null
    readonly is_read: boolean
    readonly created_at: number
    readonly once_key: string | null
  }
  readonly migration: {
    readonly name: string
    readonly hash: string
    readonly applied_at: number
  }
  readonly network_use: {
    readonly network: Buffer
    readonly quota: string
    readonly day: string
    readonly amount: number
  }
  readonly notice_read: {
    readonly user_id: number
    readonly article_id: number
    readonly read_at: number
  }
  readonly offer_draw: {
    readonly source: number
    readonly offer_id: number
    readonly beacon: string
    readonly beacon_seq: number
    readonly key: string
    readonly drawn_at: number
  }
  readonly outbox: {
    readonly id: number
    readonly xid: string
    readonly user_id: number
    readonly topic: string
    readonly ref_id: number
    readonly created_at: number
  }
  readonly overnight_charge: {
    readonly user_id: number
    readonly position_id: number
    readonly period: string
    readonly instrument: string
    readonly cut_off: number
    readonly nights: number
    readonly quantity: bigint
    readonly cost: bigint
    readonly added_margin: bigint
    readonly amount: bigint | null
    readonly price: bigint | null
    readonly exchange: bigint | null
    readonly booked_at: number | null
    readonly actions_until: number
  }
  readonly overnight_cut_off: {
    readonly market: string
    readonly period: string
    readonly at: number
  }
  readonly passkey: {
    readonly id: number
    readonly user_id: number
    readonly credential: string
    readonly host: string
    readonly public_key: Buffer
    readonly counter: number
    readonly is_synced: boolean
    readonly name: string
    readonly created_at: number
    readonly last_used_at: number | null
  }
  readonly passkey_challenge: {
    readonly challenge: string
    readonly user_id: number | null
    readonly expires_at: number
  }
  readonly position: {
    readonly user_id: number
    readonly id: number
    readonly instrument: string
    readonly source: number
    readonly direction: string
    readonly leverage: number
    readonly wallet: number
    readonly currency: string
    readonly state: string
    readonly quantity: bigint
    readonly locked: bigint
    readonly cost: bigint
    readonly margin: bigint
    readonly initial_margin: bigint
    readonly added_margin: bigint
    readonly owed_funding: bigint
    readonly owed_issuer: bigint
    readonly opening_fee: bigint
    readonly financing: bigint
    readonly halved: boolean
    readonly auto_roll: boolean
    readonly warned_at: number | null
    readonly opened_at: number
    readonly changed_at: number
    readonly expires_at: number | null
    readonly closed_at: number | null
    readonly close_reason: string | null
    readonly actions_until: number
  }
  readonly practice_reset: {
    readonly user_id: number
    readonly id: number
    readonly asked_at: number
    readonly done_at: number | null
  }
  readonly price_alert: {
    readonly id: number
    readonly user_id: number
    readonly instrument: string
    readonly kind: string
    readonly level: bigint | null
    readonly percent: number | null
    readonly repeats: boolean
    readonly in_practice_hours: boolean
    readonly state: string
    readonly created_at: number
    readonly told_at: number | null
    readonly told_day: string | null
    readonly told_count: number
  }
  readonly quantify_order: {
    readonly user_id: number
    readonly id: number
    readonly product_id: number
    readonly term_days: number
    readonly amount: bigint
    readonly status: string
    readonly saved_at: number
    readonly start_on: string | null
    readonly start_nav: bigint | null
    readonly units: bigint | null
    readonly end_on: string | null
    readonly end_nav: bigint | null
    readonly worth: bigint | null
    readonly management_fee: bigint | null
    readonly performance_fee: bigint | null
    readonly ended_at: number | null
    readonly due_at: number | null
    readonly changed_at: number
  }
  readonly request_key: {
    readonly scope: number
    readonly call: string
    readonly key_hash: Buffer
    readonly body: Buffer
    readonly answer: unknown
    readonly created_at: number
  }
  readonly robot_note: {
    readonly id: number
    readonly user_id: number
    readonly order_id: number
    readonly kind: string
    readonly status: string
    readonly amount: bigint | null
    readonly at: number
  }
  readonly robot_order: {
    readonly user_id: number
    readonly id: number
    readonly robot_id: number
    readonly price: bigint
    readonly rent: bigint
    readonly cycle_days: number
    readonly created_at: number
    readonly status: string
    readonly turns_at: number | null
    readonly ticks: number
    readonly mined: number
    readonly energy: number
    readonly base_difficulty: bigint | null
    readonly base_coin: bigint | null
    readonly income: bigint
    readonly paid_income: bigint
    readonly told_income: bigint
    readonly charged: bigint
    readonly settled: bigint
    readonly booked_rent: bigint
    readonly paid_on: string
    readonly end_kind: string | null
    readonly end_at: number | null
    readonly refund: bigint | null
    readonly fee: bigint | null
    readonly unearned: bigint | null
    readonly energy_unpaid: bigint | null
    readonly due_at: number | null
    readonly changed_at: number
    readonly redeemed_at: number | null
  }
  readonly robot_stretch: {
    readonly user_id: number
    readonly order_id: number
    readonly first_tick: number
    readonly coins: string
    readonly incomes: string
    readonly wanted: number | null
    readonly bought: number | null
    readonly available: bigint | null
    readonly paid: bigint | null
  }
  readonly seal: {
    readonly seq: number
    readonly journal_id: number
    readonly prev_hash: Buffer
    readonly hash: Buffer
  }
  readonly session_token: {
    readonly hash: Buffer
    readonly id: number
    readonly user_id: number
    readonly scope: string
    readonly agent: string
    readonly created_at: number
    readonly last_seen_at: number
    readonly expires_at: number
    readonly revoked_at: number | null
    readonly request_key_hash: Buffer | null
  }
  readonly sign_in_guard: {
    readonly name: string
    readonly network: string
    readonly failures: number
    readonly window_started_at: number
    readonly locks: number
    readonly locked_until: number | null
  }
  readonly store_owner: {
    readonly single: boolean
    readonly epoch: number
    readonly leader: string | null
    readonly settings: string | null
  }
  readonly trade_order: {
    readonly user_id: number
    readonly id: number
    readonly instrument: string
    readonly source: number
    readonly purpose: string
    readonly side: string
    readonly type: string
    readonly limit_price: bigint | null
    readonly quantity: bigint
    readonly filled: bigint
    readonly leverage: number
    readonly wallet: number
    readonly currency: string
    readonly position_id: number | null
    readonly extended_hours: boolean
    readonly status: string
    readonly reason: string | null
    readonly accepted_at: number
    readonly cancel_requested_at: number | null
    readonly expires_at: number | null
    readonly changed_at: number
    readonly exchange: bigint
    readonly fee_date: string
    readonly reserve: bigint
    readonly cost: bigint
    readonly notional: bigint
    readonly margin: bigint
    readonly fee: bigint
    readonly is_forced: boolean
    readonly offer_id: number | null
    readonly commission_min: bigint | null
    readonly replaces: number | null
    readonly replaces_reserve: bigint | null
  }
  readonly transfer: {
    readonly user_id: number
    readonly id: number
    readonly from_wallet: number
    readonly to_wallet: number
    readonly from_currency: string
    readonly to_currency: string
    readonly amount: bigint
    readonly status: number
    readonly rate: bigint | null
    readonly settled_amount: bigint | null
    readonly submitted_at: number
    readonly due_at: number
    readonly cancel_requested_at: number | null
    readonly ended_at: number | null
  }
  readonly unsettled: {
    readonly user_id: number
    readonly wallet: number
    readonly release_date: string
    readonly amount: bigint
  }
  readonly verification: {
    readonly id: number
    readonly user_id: number
    readonly status: number
    readonly sealed: Buffer
    readonly document: Buffer
    readonly reason: string | null
    readonly submitted_at: number
    readonly due_at: number
    readonly decided_at: number | null
  }
  readonly watch: {
    readonly user_id: number
    readonly id: number
    readonly market: string
    readonly code: string
    readonly source: number
    readonly classify: string
    readonly name: string
    readonly created_at: number
  }
  readonly watch_group: {
    readonly id: number
    readonly user_id: number
    readonly name: string
    readonly place: number
    readonly created_at: number
  }
  readonly watch_group_row: {
    readonly group_id: number
    readonly watch_id: number
    readonly user_id: number
  }
  readonly withdrawal: {
    readonly user_id: number
    readonly id: number
    readonly card_id: number
    readonly asset: string
    readonly target: string
    readonly amount: bigint
    readonly fee: bigint
    readonly rate: bigint | null
    readonly gross: bigint | null
    readonly gross_at_mid: bigint | null
    readonly status: number
    readonly reason: string | null
    readonly tx_hash: string | null
    readonly applied_at: number
    readonly due_at: number
    readonly ended_at: number | null
  }
}
