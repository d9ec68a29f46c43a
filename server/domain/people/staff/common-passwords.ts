import { createHash } from "node:crypto";

/** Whether a password is among the most used ones of at least ten characters, in whatever case. */
export const isCommon = (password: string): boolean =>
  COMMON.has(createHash("sha256").update(password.normalize("NFKC").toLowerCase()).digest("base64url").slice(0, 8));

/**
 * The first 48 bits of each one's SHA-256: all 1,557 of at least ten characters in the frequency lists of zxcvbn 4.4.2 and
 * @zxcvbn-ts/language-common 4.1.3 (both MIT). Shorter ones that are drawn out to ten are found by their words.
 */
const COMMON = new Set(
  `--iKYT85 -2Mbmyk6 -4Jk4rSo -5FY69Vy -BWuYXw2 -CGpCvHF -DByDz47 -GV7xl8f -M6FWRwx -O7P2obT -OpKU745 -PlsTAU6 -T7aoZ0b -UH1V-6J -VK3S2CD -V_DKC3C -W2urN2F
-dxonm1Q -hA4BPoe -m5eWhio -nSW5K6E -yfx3wMn 03dNDRk0 05PdJGVG 05raAw1B 07Lfy85X 08tD55ji 0BrN7Do7 0Iyehenl 0M0FxKpC 0MJMx6n6 0P8nlOx6 0PLQbfrV 0R85YXJv
0T_FRyGM 0XRuHOnR 0f4LPJBW 0hVoXFZb 0jwQOFMt 0lsbU_7a 0nEpi9KH 0oLq2Kcp 0pVGVeKb 0t4afg6D 0tSlknAL 0tjgVp4x 0uKdsNQl 0yLiYjZW 1-StfaTm 14y1zGWj 168Ad8UY
16vRhMKT 1AWI6ClS 1AoWN0BA 1Codg-Fa 1DfSgerR 1LRYZNnW 1QxO6ixc 1SR1upSS 1_TTzO56 1gmnRoQ1 1niManhy 1ojn8F6N 1w1aeQnt 23rZUDNu 24Sbvz5c 24tu2bmc 27efuLMs
28BUpiZy 29YW0agU 29zwG_Us 2BGqLqT- 2EZfM1RW 2EqaaysP 2FSo2X7C 2GW2W9s7 2GyGUbeU 2K7MZSzk 2Kr8S4R8 2fuS47vm 2grK9j6y 2oyumvvo 2sry_44R 2tCuKpCv 2vzOTH7U
2yzBgvuz 34UhxMyU 37LFcXAr 383P5K6v 38qqahQE 3ADJA4Ur 3CK4aOQx 3N8SUegR 3Oehf5v_ 3Pyh0dqU 3SmtJL1M 3_kDiDw_ 3_xQSqVT 3c1PL_KQ 3fpf60VP 3kT7MqcG 3mJ4q57R
3qcRGoQG 3sX_ZKpa 41_Nncsg 42-r2h8D 42ON1S0w 44hDEyl2 4AD0D8Ts 4B7eobRo 4EV7Gz5O 4F5LLbP4 4MYdpjoA 4Nm0E0Xa 4NwKw-bx 4SuC0djX 4WiJe7ST 4ePFh7BP 4kV95M2W
4mTH-Xlz 4oeB38LD 4op-83sQ 4yrDHoTp 5-ytLfsA 53O7XZAm 56yCfCew 5ABeLBV4 5F9MIySd 5FalgUsQ 5GbISM2E 5JozIW0Y 5M6lbMal 5MURLPgo 5Nwi0QZ2 5OaaH2i1 5RTIP_bT
5UxzUJZo 5WaUvuMI 5XoMzrhU 5b32k2ZK 5dkHBsI1 5hvjtQap 5hySbV_r 5jgYAZH7 5keoMIcJ 5mH0yTXo 5n9AQJrS 5oIbgukW 5rBWgPrt 5sxIOdFQ 5uRdja2C 5vc_GhW5 5xTMsjpR
5xj1XPCk 617q8qWc 651KlkvI 68gERk1I 68mMHvzi 6GXAnHVt 6IHam-jX 6JEzS1tA 6NXRuQ_7 6PGtK96j 6Py86ugK 6R-t8k94 6RqrEZli 6TOm9j_v 6Xb6Vf2- 6aL00OHw 6cEPdSqI
6hWWChHR 6l5MTgho 6lWVzeiN 6m7EZXqi 6obIrd1P 6pDV4OUM 6pKmEnvz 6qXBXurw 6rEblPRw 6rwcOFvg 6tboQVbH 6uQriYjb 6wNLQdJ_ 6yY6-xn1 6zsGceMH 7-KUQ2wz 708yiY0A
71Ks4JDM 75K3eLr- 76V0dNJY 7AQuUs8- 7D0AISJQ 7EStNC1T 7O97HmTH 7T_TjdIG 7W4QS5Cy 7XcGYsJ1 7Xk7S8xq 7Yub4ghC 7Z10Og5E 7c7OrZVx 7gHre2rS 7gL-_IDD 7inrSocl
7ovKuzYI 7qHx4HGS 7qWf0b3G 7rTGuE0E 7toZ6K5S 7uh8w5ux 7unG4ZBv 7vE5TuO4 7vocfgyW 7weBZFq1 7xMlCSU7 8-rFbqRk 80BhmDZB 81fQJv0c 84HxFMiu 84TA5PiN 86-NL0M8
88iAEqyD 88yH94sh 8CyWNXSB 8ErU0o4Z 8FlUgNHy 8JCE47QG 8JkNyKD3 8NE1GuAY 8W-sjYj7 8WrbDK2P 8bILM2lM 8bPjYGgG 8buz0yJ0 8cQl3812 8dET-cCA 8dLG7MIP 8fpdbCZC
8nXJNpLw 8wDxCETs 92auT-C9 93C-Q6xj 97zS1ONy 9AoYw0mb 9BVwj9-9 9COiGudj 9G2sp-t5 9HXrarHL 9OmUcwCo 9RU9Rn2o 9U2TCS-u 9YfU1YZg 9ckxayB6 9d7IcLax 9fHOjyXX
9hy0IoHs 9jisiIbv 9kSz0HcC 9kufK3Us 9ldpEezK 9nUdwr4w 9o4-zac5 9q5lTkEt 9qDtIVtS 9rFEmDA3 9tvT113u 9u6U7LAU A1tsikru A2XKwUG2 A649aPzX A7L8RRSo ACX3VwTw
ACiON-NU AClSVwms AFSn3p1P AHUjtSk4 AI3VUMIV AKa3LUCJ AKuZ2XGu ALR3dSD7 AM_kbSur ANQS7Y3M AQRu5OJI ATmsb6H7 AVAA9LWM AZ_DSjYb AaDGa1Rf Af3scgJp Afccmiur
AktMLyeS Am3Ri561 Amxvm_lB AnX8oIwh An_t-XwW AopSBQDP ApcfBedz AuU3eiEQ AvUUgvVy AyzBH-el B0uFmc1J B1zLTyk0 B2DGKrWt B4Y-emoh B6X94HiZ B6YbOVnr B8fvQKnn
BFur3NIR BGOY9aAN BIcNK_we BJWfqIEJ BMzGdEVf BNvdF3sk BRkl0D_Y BTQUFSSx BThYKGam BZ0fZJYj BZYEkhFb B_UxYgNn BaNyAavc BbtDKkv2 BcMX4tU0 BcgMZpuw BiXRna_J
BiXlv6Ee Bkf0sL_U Bny7ztuN BwlyXcru BwocSqv0 C2fGSk6W C5QP3CTs CA3F7Qk8 CBnjDMvV CDTC1gcl CJVCUF1l CJVzW77c CUDQEt7e CVEWlXLE CXy2wyWu CYCS9AfE CZOPkSjQ
C_fLj2ud Cad_ROuO CcJKhNN3 CfunlD4i ChHvPFHm CjSB-JzD Cmcki5rg CoYFD7N6 CoZVpBqn CsNi9T_M Cx1E2fX9 Cx2_8nFK Cxdp8atf CzWWXGpA D5p5rNYg DAri2cI5 DD-TtMAA
DDQXNsEt DDzjEh8n DFYl9oYj DIMVFRxY DJbLS-8f DNJiKaPB DNVgoRb5 DPfHbhZO DUtJblt1 DW-sq-_P DW_924eX DYfcSz-K DZIqT2Yp DaC5Q_Mi DeBeRbnf DjKCjiDg DjyxN6Ri
DkNlCxSO DlY77uao Dr_N2SFy DsrTbqaL DuFObJEl Dy0f3roA E6phJ-97 EGKM_ENP EH3c6tVg EKuMt9h9 EM6bD7Ze EMjGNNQy EQGntOY3 ERjx7g3b EXI20LJN EaH_sQjX EbpMihfT
Ec6BiaR9 Ee-VdJ6k EpRPIjM8 EpimO5Dc Eq1KPvM5 Ethl4NMO F0F-v-Bl F0y3USFJ F3ynD0Le FB9hxMgR FD50xuGO FEyaB5_F FIZKaiPe FLvj9yZI FM4nyJbh FQ8OkdRm FQHdE0ce
FQNDQxzt FSR__Zat FUIm89QI FUtvftGw FVTG_BFq FWcXjWdW FYjlDcgR F_gHVGRN Fg7XMSyC FhLvykx3 FiL0m2mq FmjBH7gd Fr7f2mC8 FuU56IOi Fxd37zTC G-Wh7kRq G0Ahta1i
G1ulYEcx G27ey4Lb G3M-MIlx G3MnX3sl G4XTrrC0 G4cpA3Wg G828z_HD G9j8dRIg GAPGoz0m GAn3zQx1 GCIjbTij GCUmwVOS GF79TOh2 GFR1XADN GG2qKX3Y GGXk-b6W GL9u3ISA
GNvawA-C GUgovfg4 GVWP5u1a GW8mzVJa Gecvpl_E GmfKvdUq GmhC_8to GmvU2ded GnnR3R1o GoQjEPA6 Gqa32TJO GtzYHw4_ Gv2olzen Gw-Twohs GwHjChn5 H-gn4lXZ H0VOjOjX
H2K-yxNj H87cMTsQ H8Svc0Yl HDBn0AYR HDEt1kJq HGmdBtlm HJrjhhL2 HOrrxlfs HR5opc_2 HUv9tooU HUxhYJUT HVAHRwbT HZluAz1h Hbgskilr HcH3qbDe Hgnl3Ko0 HhWpro_x
Hju4lHVv Hu_3oH8- HyrE8xAP I4HpVzoc I7XtKaHo I84H_ofb IEZW0OdR IFSDGO9B IFmu9HmW IOfC6Jgn IPNJBscD IPNcuCyU IPn3VvTn IUK4ElAx IUf3IduG IVL2N3qp IYDMbwYM
I_H6nLqW Ic3cgyHd IeJapsNp IhK5TPTq IkyraSW4 IlcY6Kfp IlxxG-n6 IoSFVQJy IoWHf77E Ir4q9d29 ItPq0mvL IuFfYTxY Iv3J4Bwn IvOrvO6k Ix6_mywR IzHrM84s J-7Pl_MN
J3R2ibr5 J4e2_Qyf J6DWACf0 JA3V48kJ JAb0blBs JD0CPMKy JDfJ6662 JHn4D2R8 JJUAzSjn JJzz5W4B JOJb7fr_ JOfoyhba JQcvZOLP JQflMYTm JSbIVjB4 JTBJtze9 JU44ky_b
JUqiSKy0 JVzO01Fa JWahjNHq JbIakO50 JiiNmQRc Jl5RWcFp JnXnMonA JxjzibJu K4Zem99J K68oNnmb K72-34Gc K8pHKV7a K9i3sNg- KC0EmdB4 KIllofLI KIn1Rq-n KN0uFezL
KObpqcWS KPARbvQr KSniL0ix KUOlZ7wF KVWAQa2o KXqrxWu7 KbqdnO9a Kdqgm1ow KfYUdClU KjGu-iZt KjM0nn5g KtKfZXQ6 KvExGRgo KvsNKEWg KwqMI0u5 Kwrg6PJh Kwvh5K4k
KxHcqLj_ Ky4xAUY5 KyUL9aGM L19s5a4w L34upX89 L5V2akvX L6ElpKI4 L7rk8egl L8WS0Rsd L8c8P6XM LAkL2xLw LEAgk_Vm LLOAnuPt LMVv3iup LVQ7vBK3 LYpBMieq LbHSnjnM
LgR_o1Af Lisk-O5A LjT9gr05 LvpTJoe9 M0idJJt5 M5IwaDQJ M82JFjR9 M9c-I0Ec MABfVs8v MAyy16Un MC0mJzzr MC__-FIz ME-ndAkB MO2Ih72E MVAv9MaZ MZuuKP5O MaLVKCaD
MfYed_JX MiNmTOhK Mm-IKgLQ Mts8brJr MvkKD-b2 MzP2vSBk N-ctVHhL N-gBkfae NFby1jP7 NI_Kixwd NPRMxpJA NTVTnwtC NTv4GBxq NUQFkO-F NYDJJnUY NbXzzG_b NbbQqqrj
Nc4HbDxm NfkVZqaH NhuQSydh NieZllxQ NjLN3Jk6 NptBxyvm Nq5wSTa3 NqoVqI56 Nsrv77Aa NwD8UKmN Nxtz1Mzu O02i4o6- O2YE0xAJ O4R-90iz O6OiV67I O6_1dUGk O90AvF51
OEvjR0Sp OH7MqLsq OL4qncFO OLh7ENCN OP_JNtWK OQVRRC-9 OQb24e9x ORcYgA4Y OTgymKbE OV8pEHMc OaEQuxh- Ofg90xNz OkVz7uFR Okke5GVr OlOxes1g OldFoF-H Om4p58jU
OogTz8BD OqSwMy7A Owz9ZBAF OzGxcWo3 P1wLX5wy P6B8lGW7 P9hAbGCJ PDc_SVO4 PJ-iHVXQ PL4_41MQ PLW3DOus PM8kOWDV PN_VJyeP PPLPGi7e PQfYpVSe PUcnQ8bC PUgQsUsi
PUhv5byI P_RggP1V PcQ9u84R PfZUUyla PktIT9MO PoE2kAAr Poamc0Kx Pon6G1RK Ppz4CYMg PqRWtLPf PrykA-bQ Pu8M0Ub2 PwbKKI3y Px08QBeN Pxq8OMRZ Q0KtkOjx Q0b_kvW1
Q3mx0goF Q5CHSC0h Q5ejqnEo Q81Q7t7S QAlNCm-o QCtpwBs8 QDqISYpT QF5gO0aY QI1OqmRE QJr-wt8a QKE7dI7M QPSj4iaM QPWYzHZV QQ52qzcr QTaY-V9h QVLBiCR9 QZTRcG7R
QeNgyuE1 QlDA8aIA QuRL5Up7 Quhz82lN Qzw1B8Ny R2Z-essA R3WgD63X R7Wl-Gdn RC1rQl8V RET1pPpC RFHfV4D- RFWszyKr RHgjbxVl RKIUtLTC RPtkjtST RRw_IYQD RT0qRvL5
RUGXuomS RUvmdpkx RWHgiNud RZIJLhBh RcTEkr4e Rchr_8uR Rd2tsmZt RdGzE3YL RqKBzTVJ RrR19NPV RttfKTzw Rx2UEBPU Rx4Zya2Q S-XJi3ut S1AIiTWm S1Kaw3W0 S2S484gT
S481OInZ S7XtUuVk S8i4ywCM SB7DEMKn SBZsfBke SC9YogAJ SCWF_2ix SH5CDJ3r SIoycRr- SJH4VkgK SKG33JO6 SKOaMxFx SMqvtoWD SPZA_ffY SYRTBCXt SZcGJ--K SdYhMl61
ShBqfkii ShVCFpMJ ShiYcW72 SiM9pnxu Sj4pLt2n SloMU7P9 Sml58078 Sp29OLIG SpxT3tKa SqQCnQ0C SrKzjmIz SrWBHoqg SrnzmOdn SsH1rv2b Sss-YmQc Sxp0HWeM SzNdR1lL
T4WjvvGM TAfc4q5E TB3p6v6K THE7ZgQz THPWx311 TL46zrNa TLIkwo6o TLyKXlg_ TNdLjkTX TRPh2-er TTHnXmUJ TWP5-hf9 Ta7-jOCR Tcbwr7Yh TdaMLI9S TePTPyEG Tlw1KEmV
TqRj78jw Tq_ccwUq TvlUrYYj TwucrSxq TxsUeY9b TzxQYJHz U-XnxaiE U4-emfKK U5u0Pv5z U6QPE_OV U6YMlDbZ U797WjUe U9RTsMCL UB1ay0rM UBZup1R9 UC0GvhKW UCSvKDVH
UEFSjKxf UEVWRTxC UFCUXN-i UJheFjmS UL_uSccG UOaWginC UPSAl-Pl UafAlY6H UeTmUAM0 UgNk1y8j UiKhAnJK UjqhjsuJ UpbB-h25 UrjOOh33 V1F74rAv V1rSXAZ_ VBFwONqs
VBiBQiOI VDN72pNu VDOLVgAU VF8HApXS VJy8_3ot VMyqok1X VNwLVJIW VQknV8YK VcauYfz2 VemKHlU9 Vk8mp89P Vp0P-VO8 Vp40SU7b VpGnklzw VvSuNWOE W0BicumJ W0e7tJ5Q
W0pkBi6L W4hMb7IA W5VDi99J W5uQnVwk W6V6Mqk0 W6oIJKjc W9etsCRG WF0UrCO4 WIT3mHg8 WIolfp8G WL5qrEW_ WLqjxUr1 WMJB-X1v WMax0yZT WRLVWQzu WRVyYkhc WUJroIrF
WWZhmHL8 WajSSRQf WeIPaUVi Wi93pCHD WknyoB8H Ws5JgZme Wy5MdmXg WyY1bgLd WzRpWQh2 WzuWhRyY X1DdcnTv X1cqDaQD X1skrWVT X64xU54H XIJz4gdm XMe5YKwc XOX9Wjq5
XTtLrnUh XVpwoteI X_7S4b1W X_x9_Idu XatUqLo1 XbURPR6W XcKlx5Nc XcTde5MC Xk_467X- XkyYFNzI XmEOa02C XnN_iR2x XpKG2oJh XrtJ5Jmm XspIkdry XtduYxGL XthOkQZh
Xu7-FheI XxBZ_wCM Xzs7YUlX Y-gRfAIM Y1C6ZBAO Y2QCZISa Y4TkDGyA YC6s76DB YFR7tBIQ YGc8bAvW YGvkvn2k YIX-4pl6 YMXlg95j YOF9tCRB YVjjia16 YXA0wi22 YYU_qzzI
YgS1ETsZ Yi5B8z0- YmXbDIxd Yn8fr0xc Ynh_bz5x YoYmBMVC YriTCcwN Ytm1ayOp YxHxV385 Z4D2mhPL Z9cQpZCg ZC7jUIEZ ZJhcy6if ZKgTa-2B ZNcuXBwW ZODlrgOr ZOZpr3ed
ZTyKxdlr ZVhP2wXU ZWxPW73F Z_VjfezP ZaBwk78V ZbyGf2j_ ZcJ5OP5g ZhI_ldPt ZhMFaiqt ZlNbe1Tk ZmqQmV5E ZnjUPnQt ZsFAxEJF ZsySkCgm ZvH6gy1h Zy6Fe_K7 _7UdGNiC
_HZHvucg _IWnZOI4 _IqDwwe8 _Kx2tLLJ _LeOpgvD _MoogEXt _SVrNqz_ _TqqO2bv _U5-geH6 _UZtYtZ0 _ZTVc-SL _aeZDTEN _g4YSt1z _gXZkXtS _mfF8WCr _wE50HxZ a0EeOhAd
a1ZelRWh a2yw6gWg a3Um54FX a4QZn1Y5 aHTqMdvg aLPQLd8X aTDdqNfM aUOMPeje aVY0dZDC aXwx1cHE a_ZyAMKJ aehxOy2D aep0Hpj9 asTTTHjU atZloD3F auIXFkoe ax5bbzYV
axLuD8kS axVxMkDo b1yGWpMC b3uCCkZk bBykACUJ bEdf3X8A bF8oWp7b bH3YC1vU bN6206aW bRnX-EGW bV1F1X68 bXQT02HB bq5p3jRy bsiiT1cU bu37ltcn buqLBMaL bv9mbodl
byK2TsB0 bzkt7Y4S c-TFFFbC c0duOCYx c5jPEPKa c8Y9FsZo c9Uxk1VW cB1pQ64E cCHteDeF cLYUT65N cNtyRB4c cORI7zCZ cQm4Q1O7 cScI4HtC cUMUjeGV cVTG7rbN cVqXSRxq
cW-f-Skx cXmwswmI cYyK3KNx c_yNKmGk cj41NPji clVE3pb6 colCSUy3 crVa4yiF cxqACbfj d1RMi5NO d1ucIAAC d3Uk8M-c d5cEU9UM d7kOfpl4 d80oxLi8 dDBWFrK8 dFCRQgpa
dF_oJxtt dGJDFneX dH2nr9PO dL_8tP5n dM056gyX dRa5gUGx dU7gyfws dYFs7BdB dYbe6cP_ dcIJcL71 ddzE6qzU dlrZ9Mfm dnl7kG3q drZPo2Uo dso9qlkg dy8P4bJu dy8Wbz16
e6hLV9so e9nKenVh eAsQz6qs eEQcvs5V eJnpUAdW eJuZ6SpL eLcXPPPA eVhH72os eWVlKB8G eYCWRKgw e_0319l1 egGt6kuK ejDXgxDy ejGAujPJ evhAgCGO f-mRLLER f1dB-9k0
f2pXKQty f9BvDiph fDbFsPtr fEpcJCty fJjTuQvh fQ_wbk-N fRKMTFNs fTFrk95f fU3ZQre3 fWNUbXnM fWee9GLx fY8xA2MQ fZIEAl0r fcrJGqyR fe40qXhG fmyUBjiS fo1E6hml
fo7qXMYJ foEjrnLa fuFi8hPO fuytuXqA g1PunVuc g3A1SQ8I g6LWcpgy gKxpemYX gNqfiAiV gPqEn4L4 gXSgXU4m gahT_2wz gbAnyPKk gcDyHFH_ gdBv6RZh ggbSLwQ3 ggwFdya5
ghooAgWq gjCeQRWm gos7-2ek grpwG8gf gtJD6Ff3 gzJJpC3f h0CbHFo0 h2BmO7Jf h2jO0l5j h9l9FebD hC3nsjnw hFrY-lp3 hFul5BLQ hGBzcd5J hGFbGnvX hN4TaFZY hNkuuxI1
hOvBuseH hPUOiY95 hYnGOwlD hZMmRZJc hcJlxVc8 hgVJBRwh hi14iPjs hiOKB8xG hmJGfcfJ hxV1AHg- hzLWMn4l i1G5oV0G i1VUUrFM i4B6oFBa i7danav4 iEWyN74I iFzNzJEZ
iGw_7UAx iIscDRwj iQekmbVK iRlaMaE2 iTUmIaLl iTWxDwVu iXsxIHLC iZy4ORi2 i_TexUXh iaq43q-e ibAKLt9t icxNlVM- idi3xJ7t ieAVNqwg ievcrcFr iim8huOA iqML4LOG
itIbvRHF iukC3QkR ivv9uNvl iwQwg7qb j6Gf_g8k j7V6qhkc j8ApOWna j8Cqo6r- jEtSDPox jFyufA3Q jG6W96tq jIW2Y55i jIbkQfgj jOHNQ8Wl jRfb0oUp jTy7dUF- jc8LFJ0F
jcUgmGbj jdykuA_C jflQJlOP jgffJhKN jgqR7_0j jj9oVeGP jltXt7Yg jrCOx_8g jssL-aGe k2oYXKqi k8WIZAAH kBWzUCoh kDU8NYMw kFRsVj7x kFYu6WP8 kHfRr2nH kJzeSic-
kLCLnQSR kOAzpkCL kQ7u0Efz kV8g8gMS kVSyb0KU kanvNWMB kbGgWvSb kdM0houk kfwYxRUL kg2exLBU klsTp--b kmD4iaA8 kuY0jxTr kwsMbB1f l4R2VIgA l8JyppYI lEwFMyQr
lFEvHfar lFcpmyms lJCcXs1f lQey2qBB lSNPAntd lTEk9ZZQ lTpoWq_F lY7Vbju4 l_ZSw5uo lanbNeaD lb-yTeF9 lbOvMJkm lbYfs0wT lc5w2e3j lfsNu3D4 liiOz6jo lj4fjYVz
lkKfjhzY lnUgriPo loNH3e1q lq4Ph1vZ lqHbeEqa lr0SvPQi lrfJALFm lxMNVbj9 m5esXnZ- m8bR1j71 m9mqDfAL mDCUIFtr mO-HZ3He mcnxGfsh meK1jIxY mkU9z2g1 mmIu6vSm
mpAEA6wx mrPzBG0y mryLEELX mw6yKu-J mwcwVnBE mxvYGkNB myj5Qxqb n-FDNNd8 n0e6SwFx n3rQJ0Iv n4Cl4UAX n8lh0YZ8 n8yjWvNh nAVjbofy nH9yzRDZ nI9aSnd5 nOALJymc
nQxSrnAj nVKYC8_c ncI1HkA3 ngtrEjvV nh80Hf-R nhXsgQ0k nlonFPd8 nm75ADWu nsXb74fb nsuQgdms nt10Ev5l o2DvFt1j o2Gh5-iO o561b90S oDHtonOs oDZHVaOK oHoz6xxZ
oKRO2M_D oLCk-dV4 oMdLnm08 oOWNj7fY oPuEqsG- oSOWYUvI oUa_39Q9 oWE76ePf ocel7KGE oe7l20fB oenOubBW ofV4h3wY ohJV25OA okVv8GHE onp9dJ5T p0EaNwSl p3gGuqP8
pAGAnyl6 pBWdRGdV pF8r1_0j pGejE-jD pHPZBKUU pJsdG1ip pPUFE3PZ pRWrT5XW pe5w8VIl per7PUtS pgOXSuSz pi7LjE-W pievSUPD pliB0o8n poNJVhOW povzsv7V ptgYlgxU
pxi7y24p pxp8cBH1 q44Y706- q4ueArMm q5EJ5PBq q6l5amP5 q9S1CeIS qATd5cAA qD8GqUza qEdnNbN6 qEiof-xF qFO9ZsrP qI2eeP1z qI5DzF-p qIyzcUN7 qO6uBFgh qP7cxZ06
qQ-JYnO7 qQogc3TS qR8Mwk_2 qV4CD7rE qWoZxE1t qYzMsPBU qalaY6Qu qbnrnLjw qdTQef3V qgoTvPt4 qj0v5PbT qkqeoD_K qlk0P567 qoAvZU46 qq5_Dih9 qroDqEV3 qtrxjGOh
r1f5ohtY r27pkQZ1 r56Bi1Zw r5QKsnFb r5d3cuGJ r7-vjNvD rHvfspVS rI-NiAPN rJKEZqyc rMNvGibj rNNgjFs_ rOcrNXLB rPRUiJeN rTg7GiQE rTzsaSA- rV1WsNB5 rZsHArxB
r_EutoXA r_ffvkYU ra-d7G_e ras-5VI6 rbpsDsio rdumoVWV rl3rhl05 rmFkgKHz rod3WteQ rtH-mM2k ruEnHrbw s-O2TjUH s0Vk8cTN s1scSQRk s3DeFOlB s3c0tDtX s42dFow6
s4KCJXic s9F-u-Ty s9Uv1LNs sB6wAIBQ sCToQFsS sCVvDvTf sFya1Jzw sHyVpU0h sKnpDWH0 sM12t9eC sQ5kJ4Au sQj9-Me2 sQmj9k-S sVUmycDn sZzsMpIh saWK94hk se6z_E8n
sjkpmpAn smtwMKuz so5OkXdz sowizQRQ ssN-0Zpd sw5FvJHW sxw1jSHz szY-l5CE t5c9G8jh t6DHxPYW t8A-NLie tDl8EqZo tHr1v_lJ tKM3LAPo tLt_I2ri tMTY0b-3 tR176m0C
tSfE7bTl tWtbUZvF tYlMCdH_ t_IkGarP tcC31kBp tcxe2f6P td8VOnCy ti07R5UH tjJHXUM3 tqA6BLh4 trkBAlXO u-enJyF7 u1Oz3xfA u6YsJ6vk uALzHXB0 uCLxzS3P uDa-NY_K
uEbpy34y uFEjvFct uKVPXv0R uLvW8D54 uNqCpJXm uOykKq1I uPqe-8jI uRapChc8 uWibRuBN uY-dfD-D u_XaYM2c ubnl3J_M uclQZA4b ud2iZNg8 ueo2xrHE ujeJ-ryk ukZ2gvS4
unXNOeqp unpuIguO uqH1mEuA uqjhZ7hj uqnbM092 uv_fN6pd uwPgxK-Z ux5lJ6XJ uzRU7iy5 v1rr4oZL v2H_PZIs v6Eguf4u vDkBMq6z vEp9hVrP vFTDQJBo vFs_4y4j vLwAw-gf
vO3PJPf0 vOKWbAsN vQhetZpV vduQsOe3 vfUa9XMT vh4gmy4C vih2oaqN vmfbC7CJ vmyQb3Fj vnQXXLdj vopfEcZ5 vqfwiHW7 w3_aRy_- w3sc2GVV w9zWuFu_ wDmeu4Lz wENKfVAm
wIe2O29i wKGu7bZa wNuQ8p9Q wUchNbFM wZEi8puA wbWboMVu wco7fa2w wjFw3YhY wjmynV3l wqnDugqB wryCnylR x-QCJY7j x14jfKLV x3Xnt1ft x4Guzhup x5jO7668 xALRO0qh
xCQlx7Y8 xDpI1s7B xEPt0OiW xEe7CSg8 xFslzrv- xLh-lOog xNMI9vIK xNYlX-N3 xPZ0LJ4Z xSW_ubZ0 xSaaiD8a xUB7W9-1 xUBAtLBA xUvda2EN xVdVVbBC xXRa8vR3 xYNXihgB
xcCIEy5q xfIKZ50B xkBrBr99 xlWNLBFo xoaJszjY xrPlEC8m xvj_mC1E y14PrHXJ y3SwEcrL y3mwKyCv y4stx3am y86Bkaj2 y96DFzox yAPQoVIQ yCB57ISi yDS-xUHw yF9nuoAm
yK3kXtZP yMOLnIc0 yMw4iZ2a yQ4Jfkbb yQNOSa8s yQRvejet yQdomig7 yQo08UdL yQvA9tN9 yTNMrWNe yTuCxJzz yXFlfwx3 ybjgZ2Uf ybqtDBfv yc-r29Hp yeUxMOPL yhKpJohb
yhn5SwrZ ykFv9Lte yo8WiNxO yrGOXAzf ysFRxqTI ys_VJEAD z1rLyryw z4w-P3Gu zC627GOL zFcSmkVJ zJIAZJTh zNFqE176 zQGllS1Y zTQNGlxB zWPgCq9n z_mGwlDD zaGOMrD1
zb7O0yMh zct0IsoP zlKsi2qr zmQoco-K zt4zOw_y zuKyWzZZ zwGJr4wJ zwpahWQL zwuFT1oX zy6Xo43s`.split(/\s/),
);
