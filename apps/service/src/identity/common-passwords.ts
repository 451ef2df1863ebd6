/**
 * What is tried first wherever passwords are guessed: words that lead every published list of leaked ones, also with digits and
 * signs around them. In lower case. Not a whole list of leaks: guesses are counted, and this many can't be made in a day.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
password passwords password1 passw0rd p@ssw0rd p@ssword passwort motdepasse contrasena contraseña senha parola
wachtwoord qwerty qwertyuiop qwertyui qwertz azerty azertyuiop asdfghjkl asdfghjkl; zxcvbnm qazwsx qazwsxedc
1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx zaq1zaq1
qweasdzxc asdfqwer asdf1234 qwer1234 qwerty123456 1234qwer 123qweasd 123qweasdzxc iloveyou iloveyou2 iloveyouso
letmein letmeinnow welcome welcomehome welcome1 admin administrator administrador root toor superuser superman
spiderman batman starwars startrek pokemon football baseball basketball volleyball liverpool manchester chelsea
arsenal barcelona realmadrid juventus sunshine princess butterfly chocolate computer internet samsung michael
jennifer michelle jessica alexander charlie christian elizabeth christopher monkey dragon master shadow hunter
killer freedom whatever trustno1 trustnoone mustang corvette ferrari mercedes porsche hello helloworld hellohello
abc123 abcd1234 abcdefg abcdefghij a1b2c3d4 a1b2c3d4e5 aa123456 aaa111 asd123 test testtest testing testing123
test1234 tester guest guestguest default changeme changemenow changeit secret secretsecret google facebook youtube
twitter instagram whatsapp linkedin microsoft windows january february september november december summer winter
spring autumn monday friday correcthorsebatterystaple letmein12345 0987654321 9876543210 1234567890 12345678910
123456789a 1234567891 0123456789 1122334455 11223344556 147258369 1472583690 159753 987654321 0000000000
1111111111 123123123 1231231231 123321123 12341234 1234512345 123456123456 147852369 741852963 789456123
7894561230 789456123a 102030405060 1010101010 1212121212 1020304050 5555555555 6666666666 9999999999 payment
payments merchant seller escrow escrowescrow holdfast holdfastholdfast northwind loveyou lovelove iloveme
mypassword mypass yourpassword newpassword newpass thepassword nopassword onepiece naruto minecraft fortnite
roblox playstation nintendo blink182 linkinpark metallica nirvana greenday eminem slipknot babygirl sweetheart
darling blessed jesuschrist jesus godisgood familyfirst myfamily friends forever forever21 together lovers
`
    .trim()
    .split(/\s+/),
);
