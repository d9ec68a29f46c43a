export type Operator = { name: string; networkType: "4G" | "5G" };

/** How broad a country's range is: A for much travelled ones, C for one plan of each common size. */
export type Tier = "A" | "B" | "C";

export type Country = { code: string; name: string; tier: Tier; usdPerGb: number; operators: Operator[] };

/** ISO code, tier, wholesale US dollars per GB, operators; an operator is 4G unless it says 5G. */
const TABLE = `
AT A 0.62 A1 5G, Magenta 5G, Drei 5G
BE B 0.66 Proximus 5G, Orange 5G, Base
BG B 0.58 A1 5G, Vivacom 5G, Yettel
HR B 0.62 Hrvatski Telekom 5G, A1 5G, Telemach
CY B 0.74 Cyta 5G, Epic 5G, Primetel
CZ B 0.66 T-Mobile 5G, O2 5G, Vodafone
DK B 0.60 TDC 5G, Telia 5G, 3
EE C 0.60 Telia 5G, Elisa, Tele2
FI B 0.60 Elisa 5G, Telia 5G, DNA
FR A 0.58 Orange 5G, SFR 5G, Bouygues Telecom 5G, Free
DE A 0.60 Telekom 5G, Vodafone 5G, O2
GR A 0.62 Cosmote 5G, Vodafone 5G, Nova
HU B 0.60 Magyar Telekom 5G, One 5G, Yettel
IS C 0.72 Síminn 5G, Nova 5G, Vodafone
IE B 0.60 Vodafone 5G, Three 5G, Eir
IT A 0.56 TIM 5G, WindTre 5G, Vodafone, Iliad
LV C 0.58 LMT 5G, Tele2, Bite
LI C 0.86 FL1, Swisscom 5G, Salt
LT C 0.58 Telia 5G, Bite, Tele2
LU C 0.70 POST 5G, Tango, Orange
MT C 0.66 Epic 5G, GO, Melita 5G
NL A 0.60 KPN 5G, Odido 5G, Vodafone
NO B 0.62 Telenor 5G, Telia 5G, Ice
PL B 0.54 Orange 5G, Play 5G, Plus 5G, T-Mobile
PT A 0.58 MEO 5G, NOS 5G, Vodafone
RO B 0.56 Orange 5G, Vodafone 5G, Digi
SK B 0.60 Orange 5G, Telekom, O2
SI C 0.60 Telekom Slovenije 5G, A1 5G, Telemach
ES A 0.56 Movistar 5G, Orange 5G, Vodafone
SE B 0.58 Telia 5G, Tele2 5G, Telenor, Tre
CH A 0.88 Swisscom 5G, Sunrise 5G, Salt
GB A 0.56 EE 5G, O2 5G, Three, Vodafone
TR A 0.64 Turkcell 5G, Vodafone, Türk Telekom
UA B 0.68 Kyivstar, Vodafone, lifecell
AL B 0.94 One Albania 5G, Vodafone
BA C 1.02 BH Telecom, m:tel, HT Eronet
ME C 0.98 One 5G, Crnogorski Telekom 5G, m:tel
MK C 1.04 Makedonski Telekom 5G, A1
RS B 0.92 mts 5G, Yettel, A1
MD C 1.10 Orange 5G, Moldcell
GI C 1.25 Gibtel
IM C 1.05 Manx Telecom, Sure
JE C 1.05 JT 5G, Sure
GG C 1.05 Sure, JT
FO C 1.30 Føroya Tele 5G
XK C 1.20 Vala, IPKO 5G
AD C 1.40 Andorra Telecom
MC C 1.15 Monaco Telecom 5G
CN A 0.58 China Unicom 5G, China Mobile 5G, China Telecom
HK A 0.48 CSL 5G, 3 Hong Kong 5G, SmarTone, China Mobile Hong Kong
MO B 0.56 CTM 5G, 3 Macau
TW A 0.60 Chunghwa Telecom 5G, Taiwan Mobile 5G, FarEasTone
JP A 0.64 NTT Docomo 5G, SoftBank 5G, KDDI
KR A 0.58 SK Telecom 5G, KT 5G, LG U+
SG A 0.48 Singtel 5G, StarHub 5G, M1
MY A 0.46 CelcomDigi 5G, Maxis 5G, U Mobile
TH A 0.46 AIS 5G, True 5G, dtac
ID A 0.52 Telkomsel 5G, Indosat 5G, XL Axiata
PH B 0.62 Globe 5G, Smart 5G, DITO
VN A 0.50 Viettel 5G, VinaPhone 5G, MobiFone
KH B 0.56 Smart Axiata, Cellcard, Metfone
LA B 0.84 Unitel, Lao Telecom
MM C 1.30 ATOM, MPT, Ooredoo
IN A 0.74 Airtel 5G, Jio 5G, Vi
LK B 0.72 Dialog 5G, Mobitel
NP C 1.05 Ncell, Nepal Telecom
BD B 0.96 Grameenphone, Robi, Banglalink
PK B 0.86 Jazz, Zong, Telenor
UZ B 0.90 Beeline 5G, Ucell
KZ B 0.84 Kcell 5G, Beeline, Tele2
KG C 1.05 MegaCom, Beeline, O!
TJ C 1.80 Tcell, Babilon-Mobile
MN C 1.40 Mobicom, Unitel
MV C 1.85 Dhiraagu 5G, Ooredoo 5G
BN C 1.20 DST 5G, Progresif
GE B 0.88 Magti 5G, Silknet, Cellfie
AM B 0.98 Team Telecom, Ucom, Viva
AZ B 1.10 Azercell 5G, Bakcell
AE A 0.98 Etisalat 5G, du 5G
SA A 0.82 STC 5G, Mobily 5G, Zain
QA B 0.96 Ooredoo 5G, Vodafone 5G
KW B 0.92 Zain 5G, Ooredoo 5G, stc
BH B 1.05 Batelco 5G, Zain 5G, stc
OM B 1.15 Omantel 5G, Ooredoo 5G, Vodafone
IL B 0.62 Partner 5G, Pelephone 5G, Cellcom
JO B 0.98 Zain 5G, Orange 5G, Umniah
IQ C 1.40 Asiacell, Zain, Korek
LB C 2.10 Alfa, touch
ZA A 0.88 Vodacom 5G, MTN 5G, Cell C
EG A 0.90 Vodafone, Orange, Etisalat, WE
MA B 0.94 Maroc Telecom, Orange, inwi
TN B 0.98 Ooredoo, Orange, Tunisie Telecom
DZ C 1.20 Ooredoo, Djezzy, Mobilis
KE B 1.10 Safaricom 5G, Airtel 5G
NG B 1.20 MTN 5G, Airtel 5G, Glo
GH B 1.15 MTN, Telecel, AT
TZ B 1.20 Vodacom 5G, Airtel, Yas
UG C 1.35 MTN 5G, Airtel
RW C 1.60 MTN, Airtel
ZM C 1.75 MTN 5G, Airtel
MZ C 1.80 Vodacom, Movitel
MU B 1.20 Emtel 5G, my.t 5G
SN C 1.60 Orange 5G, Yas
CI C 1.70 Orange, MTN, Moov
MG C 1.80 Telma 5G, Orange, Airtel
CM C 1.90 MTN, Orange
MW C 1.95 Airtel, TNM
BW C 1.80 Mascom, Orange
NA C 1.90 MTC
RE C 0.90 Orange 5G, SFR 5G
SC C 2.20 Airtel 5G, Cable & Wireless
ET C 2.10 Ethio Telecom, Safaricom
CD C 2.00 Vodacom, Airtel, Orange
GA C 2.10 Airtel, Moov
BF C 2.00 Orange, Moov
ML C 2.00 Orange, Malitel
NE C 2.10 Airtel, Zamani
LS C 1.90 Vodacom, Econet
SZ C 1.95 MTN, Eswatini Mobile
US A 0.72 T-Mobile 5G, AT&T 5G, Verizon
CA A 0.98 Rogers 5G, Bell 5G, Telus
MX A 0.86 Telcel 5G, AT&T, Movistar
JM B 1.70 Digicel, Flow
DO B 1.25 Claro 5G, Altice 5G, Viva
BS C 2.20 BTC, Aliv
BB C 2.10 Digicel, Flow
TT C 1.95 Digicel, bmobile
PR B 0.95 T-Mobile 5G, Claro 5G, Liberty
KY C 2.30 Digicel, Flow
AG C 2.30 Digicel, Flow
AW C 1.90 Setar, Digicel
CW C 1.80 Digicel, Flow
GD C 2.30 Digicel, Flow
LC C 2.30 Digicel, Flow
VC C 2.30 Digicel, Flow
KN C 2.30 Digicel, Flow
DM C 2.30 Digicel, Flow
TC C 2.40 Digicel, Flow
VG C 2.40 CCT, Digicel, Flow
AI C 2.40 Digicel, Flow
GP C 1.10 Orange, SFR Caraïbe, Digicel
MQ C 1.10 Orange, SFR Caraïbe, Digicel
HT C 2.40 Digicel, Natcom
BR A 0.92 Vivo 5G, Claro 5G, TIM
AR B 1.05 Personal 5G, Claro 5G, Movistar
CL B 0.92 Entel 5G, WOM 5G, Movistar, Claro
CO B 1.00 Claro 5G, Tigo 5G, Movistar
PE B 0.98 Entel 5G, Claro 5G, Bitel, Movistar
EC B 1.10 Claro, Movistar
UY C 1.10 Antel 5G, Movistar, Claro
PY C 1.30 Tigo, Personal, Claro
BO C 1.60 Entel, Tigo, Viva
CR B 1.10 Kolbi 5G, Liberty 5G, Claro
PA B 1.25 +Móvil, Tigo
GT C 1.30 Tigo 5G, Claro 5G
SV C 1.35 Tigo, Claro, Movistar
HN C 1.60 Tigo, Claro
NI C 1.60 Tigo, Claro
BZ C 2.10 DigiCell, Smart
GY C 2.20 GTT, Digicel
AU A 0.66 Telstra 5G, Optus 5G, Vodafone
NZ A 0.76 One NZ 5G, Spark 5G, 2degrees
FJ C 1.60 Vodafone 5G, Digicel
PG C 2.40 Digicel, Vodafone
TO C 2.40 Digicel
WS C 2.30 Digicel, Vodafone
VU C 2.40 Digicel, Vodafone
NC C 2.20 OPT Mobilis
PF C 2.20 Vini, Vodafone
GU C 1.30 Docomo Pacific 5G, GTA 5G
`;

/** Where the official English name is not what a traveller would look for. */
const TRADE_NAMES: Record<string, string> = {
  HK: "Hong Kong",
  MO: "Macao",
  MM: "Myanmar",
  CD: "DR Congo",
  CI: "Ivory Coast",
};

const names = new Intl.DisplayNames(["en"], { type: "region" });

export const COUNTRIES: ReadonlyMap<string, Country> = new Map(
  TABLE.trim()
    .split("\n")
    .map(parseLine)
    .map((country) => [country.code, country]),
);

export function getCountry(code: string): Country {
  const country = COUNTRIES.get(code);
  if (!country) throw new Error(`The simulators' table has no country ${code}.`);
  return country;
}

function parseLine(line: string): Country {
  const match = /^([A-Z]{2}) ([ABC]) ([\d.]+) (.+)$/.exec(line);
  if (!match) throw new Error(`This line of the simulators' country table cannot be read: ${line}`);
  const [, code = "", tier, usdPerGb, operators = ""] = match;
  return {
    code,
    name: TRADE_NAMES[code] ?? names.of(code) ?? code,
    tier: tier as Tier,
    usdPerGb: Number(usdPerGb),
    operators: operators.split(", ").map(parseOperator),
  };
}

function parseOperator(text: string): Operator {
  return text.endsWith(" 5G") ? { name: text.slice(0, -3), networkType: "5G" } : { name: text, networkType: "4G" };
}
