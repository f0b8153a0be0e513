export { openTestPostgres, openTestDatabase, type TestDatabase, type TestPostgres } from './db/testing.ts'
