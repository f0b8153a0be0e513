/**
 * Passwords that everybody tries first, in small letters: the usual heads of published lists of leaked passwords, and
 * words of this product. Short enough to read; a strength meter says the rest.
 */
const list = `
  123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football
  monkey letmein 696969 shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx
  7777777 121212 000000 qazwsx 123qwe killer trustno1 jordan jennifer zxcvbnm asdfgh hunter buster soccer harley
  batman andrew tigger sunshine iloveyou 2000 charlie robert thomas hockey ranger daniel starwars klaster 112233
  george computer michelle jessica pepper 1111 zxcvbn 555555 11111111 131313 freedom 777777 pass maggie 159753
  aaaaaa ginger princess joshua cheese amanda summer love ashley nicole chelsea matthew access yankees 987654321
  dallas austin thunder taylor matrix admin admin123 root toor system operator support guest test test123 testing
  demo demo123 changeme welcome welcome1 welcome123 password1 password12 password123 password1234 passw0rd
  p@ssword p@ssw0rd p@ssw0rd1 pa$$word pa$$w0rd qwerty1 qwerty12 qwerty123 qwerty1234 qwe123 qweasd qweasdzxc asdf
  asdfasdf asdf1234 asdfghjkl asd123 zaq12wsx zaq1zaq1 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qazxsw2 q1w2e3r4 q1w2e3 a123456
  a12345678 a1b2c3 a1b2c3d4 abcd abcd1234 abcdef abcdefg abc12345 aa123456 aaaa 123abc 123456a 12345a 1234qwer
  12341234 1212 123654 147258369 147258 159357 1122 11223344 1313 2222 222222 22222222 3333 333333 4321 4444
  444444 5201314 520520 5555 6969 7777 88888888 888888 8888 987654 999999 9999 0000 00000000 0123456789 1010
  101010 1357 13579 2580 2468 24680 54321 bitcoin trader trading invest investor money broker stocks market
  practice mexico mexico1 hongkong shanghai beijing china123 woaini woaini1314 woaini520 secret secret1 hello
  hello123 login iloveyou1 monkey1 dragon1 sunshine1 princess1 football1 baseball1 superman1 letmein1 master1
  whatever qwertz azerty flower lovely family killer1 pokemon minecraft google samsung apple internet liverpool
  arsenal barcelona realmadrid cristiano ronaldo ubsmex ubsmex1 ubs123
`

export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
