/**
 * The packages of the demo's first workspace, one a line, newest first: street | city | zip | beds | baths | square feet | lot in
 * square feet | garages | area | schools | list prices, oldest first, with how many days ago they were asked | days until
 * offers are due | listing agent | agent | drawing | clients by the first part of their email addresses | days since it was made. Empty is unknown.
 */
export const evergreenPackages = `
2218 NW 64th Street | Seattle | 98107 | 3 | 2 | 1840 | 4200 | 1 | Ballard | Loyal Creek Elementary, Ballard Heights High | 889000@16, 865000@4 | 2 | Lena Moss | member | moss | buyer, wendell.fitch, holm | 16
4107 Palatine Avenue N | Seattle | 98103 | 3 | 2.5 | 1720 | 3800 | 1 | Phinney Ridge | Woodland Elementary, Greenlake Middle | 849000@9 | 6 | Lena Moss | member | linen | buyer | 9
7015 32nd Avenue NE | Seattle | 98115 | 4 | 2.5 | 2460 | 5100 | 2 | Bryant | Bryant Park Elementary, Ravenna Middle | 1275000@21, 1240000@6 | 1 | Victor Sandoval | owner | brick | priya.raman | 21
1420 E Denny Way, Unit 405 | Seattle | 98122 | 2 | 1.5 | 940 | | 1 | Capitol Hill | | 649000@12 | 5 | Harper Lin | member | plank | marcus.okafor, chiara.bellini | 12
3820 Whitman Avenue N | Seattle | 98103 | 3 | 2 | 1560 | 1400 | 1 | Fremont | Fremont Hill Elementary | 985000@8 | 9 | Harper Lin | admin | clay | elodie.fournier | 8
618 Maple Crest Lane | Edmonds | 98020 | 3 | 2.5 | 2080 | 9600 | 2 | Edmonds | Sherwood Grove Elementary, Edmonds Harbor High | 1395000@30, 1350000@11 | 12 | Victor Sandoval | manager | drift | abernathy, george.papadakis | 30
11230 NE 97th Street | Kirkland | 98033 | 4 | 3 | 2940 | 7800 | 2 | Kirkland | Lakeview Rose Elementary | 1795000@5 | 18 | Nadia Brenner | owner | glass | kenji.watanabe | 5
3914 S Ferdinand Street | Seattle | 98118 | 2 | 1 | 1080 | 3600 | | Columbia City | Orca Bay School | 615000@3 | | | member | rose | grace.mbeki, zoe.hartmann | 3
2533 Thorndyke Avenue W | Seattle | 98199 | 3 | 2.5 | 2210 | 5000 | 1 | Magnolia | Bluff Point Elementary | 1185000@44, 1149000@20, 1125000@2 | 24 | Lena Moss | owner | harbor | hannah.weiss, simone.laurent | 44
4801 SW Andover Street | Seattle | 98116 | 3 | 2 | 1690 | 4500 | 2 | West Seattle | Alki Shore Elementary, Admiral Middle | 879000@14 | 33 | Harper Lin | member | slate | tomasz.z, mateo.silva | 14
8420 SE 72nd Place | Mercer Island | 98040 | 5 | 4 | 4620 | 14200 | 3 | Mercer Island | Island Crest Elementary, Islander Middle, Mercer Ridge High | 2195000@26, 2095000@7 | 45 | Nadia Brenner | owner | glass | meiling.chao | 26
9330 Day Road NE | Bainbridge Island | 98110 | 3 | 2 | 2015 | 41000 | 2 | Bainbridge Island | Ferncliff Elementary | 710000@19 | 60 | Victor Sandoval | manager | barn | patrick.orourke | 19
6206 Woodlawn Avenue N | Seattle | 98103 | 3 | 2 | 1610 | 3900 | 1 | Green Lake | Greenlake Middle | 839000@10 | 75 | Lena Moss | member | linen | sofia.petrova | 10
18405 61st Avenue NE | Kenmore | 98028 | 4 | 2.5 | 2320 | 7200 | 2 | Kenmore | Arrowhead Bay Elementary | 929000@27 | -6 | Nadia Brenner | manager | fern | rafael.montoya | 27
2140 Westlake Avenue N, Unit 7 | Seattle | 98109 | 1 | 1 | 720 | | | South Lake Union | | 519000@1 | 20 | Harper Lin | member | loft | devon.carter | 1
1507 9th Avenue W | Seattle | 98119 | 2 | | | | | Queen Anne | | | | | admin | | oliver.brandt | 2
24012 Old Owen Road | Monroe | 98272 | 3 | 2 | 1890 | 65000 | 2 | Monroe | Salem Hollow Elementary | 729000@35 | 100 | Victor Sandoval | admin | cedar | elena.vasquez | 35
`;

/** The second workspace's, in the same columns. */
export const lakesidePackages = `
415 E Lakeshore Drive | Coeur d'Alene | 83814 | 3 | 2.5 | 2240 | 10400 | 2 | Coeur d'Alene | Lakeshore Pines Elementary | 795000@13, 775000@5 | 4 | Bram Keller | owner | pier | devries | 13
1180 W Prairie Avenue | Post Falls | 83854 | 2 | 1 | 1120 | 8200 | 2 | Post Falls | Prairie View Elementary | 415000@7 | 28 | Bram Keller | owner | drift | calvin.brooks | 7
70 Schweitzer Spur | Sandpoint | 83864 | 2 | 1 | | | | Sandpoint | | | | | owner | cedar | erik.halvorsen | 2
`;
