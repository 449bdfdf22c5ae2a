// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "countries.h"

namespace ipv4_map
{
namespace
{
// "CC Name|CC Name|...|" for each region, in the order of the enumeration.
constexpr std::string_view names[] = {
  // North America
  "BM Bermuda|CA Canada|GL Greenland|PM St Pierre & Miquelon|UM US Outlying Islands|US United States|",
  // Europe
  "AD Andorra|AL Albania|AT Austria|AX Aland Islands|BA Bosnia & Herzegovina|BE Belgium|BG Bulgaria|BY "
  "Belarus|"
  "CH Switzerland|CS Serbia & Montenegro|CY Cyprus|CZ Czechia|DE Germany|DK Denmark|EE Estonia|ES Spain|"
  "EU European Union|FI Finland|FO Faroe Islands|FR France|GB United Kingdom|GG Guernsey|GI Gibraltar|GR "
  "Greece|"
  "HR Croatia|HU Hungary|IE Ireland|IM Isle of Man|IS Iceland|IT Italy|JE Jersey|LI Liechtenstein|LT "
  "Lithuania|"
  "LU Luxembourg|LV Latvia|MC Monaco|MD Moldova|ME Montenegro|MK North Macedonia|MT Malta|NL Netherlands|"
  "NO Norway|PL Poland|PT Portugal|RO Romania|RS Serbia|RU Russia|SE Sweden|SI Slovenia|SJ Svalbard|"
  "SK Slovakia|SM San Marino|TR Turkey|UA Ukraine|UK United Kingdom|VA Vatican City|XK Kosovo|",
  // Asia
  "AE United Arab Emirates|AF Afghanistan|AM Armenia|AP Asia-Pacific|AZ Azerbaijan|BD Bangladesh|BH Bahrain|"
  "BN Brunei|BT Bhutan|CN China|GE Georgia|HK Hong Kong|ID Indonesia|IL Israel|IN India|IO Chagos Islands|"
  "IQ Iraq|IR Iran|JO Jordan|JP Japan|KG Kyrgyzstan|KH Cambodia|KP North Korea|KR South Korea|KW Kuwait|"
  "KZ Kazakhstan|LA Laos|LB Lebanon|LK Sri Lanka|MM Myanmar|MN Mongolia|MO Macao|MV Maldives|MY Malaysia|"
  "NP Nepal|OM Oman|PH Philippines|PK Pakistan|PS Palestine|QA Qatar|SA Saudi Arabia|SG Singapore|SY Syria|"
  "TH Thailand|TJ Tajikistan|TL Timor-Leste|TM Turkmenistan|TW Taiwan|UZ Uzbekistan|VN Vietnam|YE Yemen|",
  // Latin America and the Caribbean
  "AG Antigua & Barbuda|AI Anguilla|AN Netherlands Antilles|AR Argentina|AW Aruba|BB Barbados|BL St "
  "Barthelemy|"
  "BO Bolivia|BQ Caribbean Netherlands|BR Brazil|BS Bahamas|BZ Belize|CL Chile|CO Colombia|CR Costa Rica|CU "
  "Cuba|"
  "CW Curacao|DM Dominica|DO Dominican Republic|EC Ecuador|FK Falkland Islands|GD Grenada|GF French Guiana|"
  "GP Guadeloupe|GS South Georgia|GT Guatemala|GY Guyana|HN Honduras|HT Haiti|JM Jamaica|KN St Kitts & Nevis|"
  "KY Cayman Islands|LC St Lucia|MF St Martin|MQ Martinique|MS Montserrat|MX Mexico|NI Nicaragua|PA Panama|"
  "PE Peru|PR Puerto Rico|PY Paraguay|SR Suriname|SV El Salvador|SX Sint Maarten|TC Turks & Caicos|"
  "TT Trinidad & Tobago|UY Uruguay|VC St Vincent|VE Venezuela|VG British Virgin Islands|VI US Virgin "
  "Islands|",
  // Africa
  "AO Angola|BF Burkina Faso|BI Burundi|BJ Benin|BW Botswana|CD DR Congo|CF Central African Rep.|CG Congo|"
  "CI Ivory Coast|CM Cameroon|CV Cape Verde|DJ Djibouti|DZ Algeria|EG Egypt|EH Western Sahara|ER Eritrea|"
  "ET Ethiopia|GA Gabon|GH Ghana|GM Gambia|GN Guinea|GQ Equatorial Guinea|GW Guinea-Bissau|KE Kenya|KM "
  "Comoros|"
  "LR Liberia|LS Lesotho|LY Libya|MA Morocco|MG Madagascar|ML Mali|MR Mauritania|MU Mauritius|MW Malawi|"
  "MZ Mozambique|NA Namibia|NE Niger|NG Nigeria|RE Reunion|RW Rwanda|SC Seychelles|SD Sudan|SH St Helena|"
  "SL Sierra Leone|SN Senegal|SO Somalia|SS South Sudan|ST Sao Tome & Principe|SZ Eswatini|TD Chad|TG Togo|"
  "TN Tunisia|TZ Tanzania|UG Uganda|YT Mayotte|ZA South Africa|ZM Zambia|ZW Zimbabwe|",
  // Oceania
  "AS American Samoa|AU Australia|CC Cocos Islands|CK Cook Islands|CX Christmas Island|FJ Fiji|FM Micronesia|"
  "GU Guam|HM Heard & McDonald|KI Kiribati|MH Marshall Islands|MP Northern Marianas|NC New Caledonia|"
  "NF Norfolk Island|NR Nauru|NU Niue|NZ New Zealand|PF French Polynesia|PG Papua New Guinea|PN Pitcairn|"
  "PW Palau|SB Solomon Islands|TK Tokelau|TO Tonga|TV Tuvalu|VU Vanuatu|WF Wallis & Futuna|WS Samoa|",
  // Elsewhere
  "-- unassigned|?? unknown country|AQ Antarctica|BV Bouvet Island|TF French Southern Lands|",
};

// The name in a list of `CC Name|`, or nothing. Codes stand at the front and behind each bar, never elsewhere.
std::string_view find_name(std::string_view list, std::string_view code)
{
  while (!list.empty())
  {
    std::string_view const entry = list.substr(0, list.find('|'));
    if (entry.substr(0, 2) == code)
    {
      return entry.substr(3);
    }
    list.remove_prefix(entry.size() + 1);
  }
  return {};
}
} // namespace

country find_country(std::string_view code)
{
  for (region const where : all_regions)
  {
    std::string_view const name = find_name(names[static_cast<int>(where)], code);
    if (!name.empty())
    {
      return {std::string(name), where};
    }
  }
  return {std::string(code), region::elsewhere};
}

char const* name_of(region where)
{
  switch (where)
  {
    case region::north_america: return "North America";
    case region::europe: return "Europe";
    case region::asia: return "Asia";
    case region::latin_america: return "Latin America";
    case region::africa: return "Africa";
    case region::oceania: return "Oceania";
    case region::elsewhere: break;
  }
  return "Elsewhere";
}
} // namespace ipv4_map
